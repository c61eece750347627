import type { Tx } from "#app/db/client.server.ts";
import type { ConversationState } from "#app/db/schema/messaging/conversations.ts";
import { conversationUnsnoozed, type UnsnoozeReason } from "#app/domain/messaging/events.ts";
import { type RecordContext, record } from "#app/domain/record/record.server.ts";

/** The columns of a conversation that is not snoozed. */
export const notSnoozed = { snoozedUntil: null, snoozedBy: null, snoozedWaitingSince: null } as const;

/** The columns of a conversation after its snooze: a customer without a reply waits again, since their message. */
export const afterSnooze = ({ snoozedWaitingSince }: { snoozedWaitingSince: Date | null }) => ({
  ...notSnoozed,
  state: snoozedWaitingSince === null ? ("open" as const) : ("waiting" as const),
  waitingSince: snoozedWaitingSince,
});

interface Ended {
  reason: UnsnoozeReason;
  /** What it is now. */
  state: Exclude<ConversationState, "snoozed">;
}

export const recordUnsnoozed = (
  tx: Tx,
  ctx: RecordContext,
  conversation: { id: string; customer: string },
  { reason, state }: Ended,
): Promise<void> =>
  record(tx, ctx, conversationUnsnoozed, {
    subject: conversation.id,
    data: { contact: conversation.customer, reason, state },
  });
