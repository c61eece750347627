import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { SmsReason } from "#app/db/schema/messaging/sms.ts";

/** What is known of a message when its SMS is due. */
export interface DueSms {
  waitSeconds: number;
  message: {
    state: MessageState;
    errorCode: number | null;
    createdAt: Date;
    inDoubtSince: Date | null;
    acceptedAt: Date | null;
  };
  person: { optedOutAt: Date | null; smsOptedOutAt: Date | null } | null;
}

export type SmsDecision = { send: true } | { dueAt: Date } | { skip: SmsReason };

/**
 * Failures after which an SMS would go against the person's wish or Meta's limits for marketing, and our own: the contact opted
 * out or was deleted.
 */
const unwanted = new Set([-2, 131047, 131049, 131050, 130472]);

/** Whether an SMS follows its message now, later, or not at all. */
export function decideSms({ waitSeconds, message, person }: DueSms, now: Date): SmsDecision {
  const { state, errorCode } = message;
  if (state === "delivered" || state === "read") return { skip: "whatsapp" };
  if (state === "cancelled") return { skip: "cancelled" };
  if (!person || person.optedOutAt || person.smsOptedOutAt) return { skip: "opted_out" };
  if (state === "failed") return unwanted.has(errorCode ?? 0) ? { skip: "not_allowed" } : { send: true };
  const since = message.acceptedAt ?? message.inDoubtSince ?? message.createdAt;
  const dueAt = new Date(since.getTime() + waitSeconds * 1000);
  return dueAt > now ? { dueAt } : { send: true };
}
