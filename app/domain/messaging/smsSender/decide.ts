import type { CampaignStatus } from "#app/db/schema/messaging/campaigns.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { SmsReason } from "#app/db/schema/messaging/sms.ts";
import { endOfQuiet, type QuietHours } from "#app/domain/messaging/campaigns/delivery.ts";

/** What is known of a message when its SMS is due. */
export interface DueSms {
  waitSeconds: number;
  createdAt: Date;
  message: {
    state: MessageState;
    errorCode: number | null;
    createdAt: Date;
    inDoubtSince: Date | null;
    acceptedAt: Date | null;
  };
  person: { optedOutAt: Date | null; smsOptedOutAt: Date | null } | null;
  /** Of the message. */
  campaign: { status: CampaignStatus; quiet: QuietHours | null } | null;
}

export type SmsDecision = { send: true } | { dueAt: Date } | { skip: SmsReason };

/**
 * Failures after which an SMS would go against the person's wish or Meta's limits for marketing, and our own: the contact opted
 * out or was deleted.
 */
const unwanted = new Set([-2, 131047, 131049, 131050, 130472]);

/** A paused campaign is looked at again after this time; its resumption wakes its SMS at once. */
const pausedMs = 300_000;

/** Whether an SMS follows its message now, later, or not at all. */
export function decideSms(due: DueSms, now: Date): SmsDecision {
  const { message, person, campaign } = due;
  const { state, errorCode } = message;
  if (state === "delivered" || state === "read") return { skip: "whatsapp" };
  if (campaign?.status === "cancelled" || state === "cancelled") return { skip: "cancelled" };
  if (!person || person.optedOutAt || person.smsOptedOutAt) return { skip: "opted_out" };
  if (state === "failed" && unwanted.has(errorCode ?? 0)) return { skip: "not_allowed" };
  const dueAt = state === "failed" ? now : endOfWait(due);
  if (dueAt > now) return { dueAt };
  if (campaign?.status === "paused") return { dueAt: new Date(now.getTime() + pausedMs) };
  const quietUntil = campaign && endOfQuiet(campaign.quiet, now);
  return quietUntil ? { dueAt: quietUntil } : { send: true };
}

/** A campaign's message waits for its turn without an SMS, which is written when that turn has come. */
function endOfWait({ waitSeconds, createdAt, message, campaign }: DueSms): Date {
  const since = message.acceptedAt ?? message.inDoubtSince ?? (campaign ? createdAt : message.createdAt);
  return new Date(since.getTime() + waitSeconds * 1000);
}
