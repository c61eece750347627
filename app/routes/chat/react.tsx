import { href, redirect } from "react-router";
import { z } from "zod";
import { reactedMessageId, reactionEmoji, submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { readSubmission } from "#app/web/form.server.ts";
import { apiContext } from "#app/web/platform.server.ts";
import { withToast } from "#app/web/toast.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/react";

const schema = z.object({ messageId: reactedMessageId, emoji: reactionEmoji, key: submissionKey });

/** A reaction is one press: its errors are shown next to the conversation. */
export async function action({ request, context, params: { conversationId } }: Route.ActionArgs) {
  const submission = await readSubmission(request, schema);
  const back = href("/chat/:conversationId", { conversationId });
  const refused = (text: string) => redirect(back, { headers: withToast({ kind: "error", text }) });
  if (submission.status !== "success") return refused(m.chat_react_choose_one_emoji_error());
  return context
    .get(apiContext)("POST /conversations/:conversationId/reaction", { conversationId, ...submission.value })
    .then(
      () => redirect(back),
      (error: Error) => refused(error.message),
    );
}

/** A direct visit, as after going back, redirects to the conversation. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(href("/chat/:conversationId", { conversationId: params.conversationId }));
