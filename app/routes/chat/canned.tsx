import { data, href, redirect } from "react-router";
import { z } from "zod";
import { draftText } from "#app/domain/messaging/conversations/schemas.ts";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/canned";

const schema = z.object({ text: draftText.default(""), cannedReplyId: z.string().default("") });

/** Without script: the chosen reply is appended to the typed text, in the form of the conversation. */
export async function action({ request, context, params: { conversationId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") throw data(m.chat_canned_too_long(), { status: 400 });
  const api = context.get(apiContext);
  const { text, cannedReplyId } = submission.value;
  if (cannedReplyId === "")
    await orThrowPage(api("POST /conversations/:conversationId/draft", { conversationId, text }));
  else
    await orThrowPage(
      api("POST /conversations/:conversationId/canned", { conversationId, cannedReplyId, text }),
    );
  return redirect(href("/chat/:conversationId", { conversationId }));
}

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
