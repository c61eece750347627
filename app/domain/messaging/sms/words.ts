import type { SmsReason, SmsState } from "#app/db/schema/messaging/sms.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** A wait as a person says it: 30 seconds, 5 minutes, 4 hours. */
export function waitWords(seconds: number): string {
  if (seconds < 60) return counted(m.counts_seconds, seconds);
  if (seconds < 3600) return counted(m.counts_minutes, seconds / 60);
  return counted(m.counts_hours, seconds / 3600);
}

export const smsStateWords: Record<SmsState, string> = lazy({
  waiting: m.sms_state_waiting,
  sending: m.sms_state_sending,
  unknown: m.sms_state_unknown,
  sent: m.sms_state_sent,
  unconfirmed: m.sms_state_unconfirmed,
  delivered: m.sms_state_delivered,
  failed: m.sms_state_failed,
  skipped: m.sms_state_skipped,
});

export const smsReasonWords: Record<SmsReason, string> = lazy({
  whatsapp: m.sms_reason_whatsapp,
  cancelled: m.sms_reason_cancelled,
  not_allowed: m.sms_reason_not_allowed,
  opted_out: m.sms_reason_opted_out,
  no_number: m.integrations_note_no_phone,
  abroad: m.sms_reason_abroad,
  no_account: m.sms_reason_no_account,
  too_expensive: m.sms_reason_too_expensive,
  no_money: m.sms_reason_no_money,
  account: m.sms_reason_account,
  sender_name: m.sms_reason_sender_name,
  number: m.sms_reason_number,
  network: m.sms_reason_network,
});
