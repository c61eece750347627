import type { OrgContext } from "#app/api/context.ts";
import { DomainError } from "#app/shared/errors.ts";
import { windowIsOpen } from "./presence.ts";
import { findQueued, openForSending, queueMessage } from "./queueMessage.server.ts";

/**
 * Sends a free-form reply, which WhatsApp takes only within the customer service window
 * (facts/whatsapp-cloud-api.md §10). The same words with the same key again answer with the message of the first time.
 * @throws DomainError `conversation.window_closed`, and those of `openForSending`
 */
export async function replyToConversation({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { conversationId: string; text: string; key: string };
}): Promise<{ messageId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const open = await openForSending(tx, ctx, input.conversationId);
    const text = input.text.trim();
    // Other words under the same key, as after an answer that was lost, are another message.
    const key = `${input.key}:${text}`;
    const queued = await findQueued(tx, ctx, open, key);
    if (queued) return { messageId: queued };
    if (!windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now())) {
      throw new DomainError(
        "conflict",
        "conversation.window_closed",
        "Outside the 24-hour window: send a template. You can write freely again when the customer answers.",
      );
    }
    const messageId = await queueMessage(tx, ctx, open, {
      key,
      body: text,
      content: { type: "text" },
    });
    return { messageId };
  });
}
