import { data, href, redirect } from "react-router";
import { z } from "zod";
import { draftText } from "#app/domain/messaging/conversations/schemas.ts";
import { formAction } from "#app/web/action.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/canned";

const schema = z.object({ text: draftText.default(""), cannedReplyId: z.string().default("") });

/** Without script: the chosen reply is appended to the typed text, in the form of the conversation. */
export const action = formAction(
  schema,
  async ({ value: { text, cannedReplyId }, api }, { params: { conversationId } }: Route.ActionArgs) => {
    if (cannedReplyId === "")
      await orThrowPage(api("POST /conversations/:conversationId/draft", { conversationId, text }));
    else
      await orThrowPage(
        api("POST /conversations/:conversationId/canned", { conversationId, cannedReplyId, text }),
      );
    return redirect(href("/chat/:conversationId", { conversationId }));
  },
  {
    refused() {
      throw data(m.chat_canned_too_long(), { status: 400 });
    },
  },
);

/** For script: the reply with its variables filled. A direct visit redirects to the conversation. */
export async function loader({ request, context, params: { conversationId } }: Route.LoaderArgs) {
  const cannedReplyId = new URL(request.url).searchParams.get("cannedReplyId");
  if (!cannedReplyId) return redirect(href("/chat/:conversationId", { conversationId }));
  const call = context.get(apiContext)("GET /conversations/:conversationId/canned/:cannedReplyId", {
    conversationId,
    cannedReplyId,
  });
  return Response.json(await orThrowPage(call), { headers: { "cache-control": "no-store" } });
}
