import { href, redirect } from "react-router";
import { z } from "zod";
import { reactedMessageId, reactionEmoji, submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { failed, formAction } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/react";

const schema = z.object({ messageId: reactedMessageId, emoji: reactionEmoji, key: submissionKey });

/** A reaction is one press: its errors are shown next to the conversation. */
export const action = formAction(
  schema,
  async ({ value, api }, { params: { conversationId } }: Route.ActionArgs) => {
    await api("POST /conversations/:conversationId/reaction", { conversationId, ...value });
    return redirect(href("/chat/:conversationId", { conversationId }));
  },
  {
    refused: ({ error }, { params: { conversationId } }) =>
      failed(
        href("/chat/:conversationId", { conversationId }),
        error?.message ?? m.chat_react_choose_one_emoji_error(),
      ),
  },
);

/** A direct visit, as after going back, redirects to the conversation. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(href("/chat/:conversationId", { conversationId: params.conversationId }));
