import { href, redirect } from "react-router";
import { z } from "zod";
import { draftText } from "#app/domain/messaging/conversations/schemas.ts";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { orThrowPage } from "#app/web/refusalPage.server.ts";
import { refuse } from "#app/web/submission.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/draft";

/** `confirm`: a member pressed the button, since script did not save automatically. */
const schema = z.object({ text: draftText.default(""), confirm: z.literal("saved").optional() });

export async function action({ request, context, params: { conversationId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  if (submission.status !== "success") return refuse(submission);
  const { text, confirm } = submission.value;
  const { saved } = await orThrowPage(
    context.get(apiContext)("POST /conversations/:conversationId/draft", { conversationId, text }),
  );
  if (!confirm) return new Response(null, { status: 204 });
  const toast = saved ? m.chat_draft_saved() : m.chat_draft_gone();
  return redirect(href("/chat/:conversationId", { conversationId }), {
    headers: withToast({ kind: "success", text: toast }),
  });
}

/** A direct visit, as after going back, redirects to the conversation. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(href("/chat/:conversationId", { conversationId: params.conversationId }));
