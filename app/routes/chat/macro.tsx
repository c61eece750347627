import { href, redirect } from "react-router";
import { z } from "zod";
import { seenMessage, seenOwner } from "#app/domain/messaging/conversations/schemas.ts";
import { cannedReplyId } from "#app/domain/messaging/inbox/schemas.ts";
import { submissionKey } from "#app/domain/messaging/messages/schemas.ts";
import { done, failed, formAction } from "#app/web/action.server.ts";
import { m } from "#messages";
import type { Route } from "./+types/macro";

const schema = z.object({ cannedReplyId, key: submissionKey, seen: seenMessage, from: seenOwner });

/** Runs a macro: back to its conversation, or to the list when it closed or snoozed it. */
export const action = formAction(
  schema,
  async ({ value, api, request }, { params: { conversationId } }: Route.ActionArgs) => {
    const { title, leaves } = await api("POST /conversations/:conversationId/macro", {
      conversationId,
      ...value,
    });
    const { search } = new URL(request.url);
    const to = leaves ? href("/chat") : href("/chat/:conversationId", { conversationId });
    return done(`${to}${search}`, m.chat_macro_done({ title }));
  },
  {
    refused: ({ error }, { request, params: { conversationId } }: Route.ActionArgs) =>
      failed(
        `${href("/chat/:conversationId", { conversationId })}${new URL(request.url).search}`,
        m.chat_macro_refused({ reason: error?.message ?? m.chat_macro_choose() }),
      ),
  },
);

/** A direct visit redirects to the conversation. */
export const loader = ({ params }: Route.LoaderArgs) =>
  redirect(href("/chat/:conversationId", { conversationId: params.conversationId }));
