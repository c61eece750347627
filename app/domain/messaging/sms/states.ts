import type { SmsState } from "#app/db/schema/messaging/sms.ts";

/** The moves of an SMS. `sending` returns to `waiting` when the call did not arrive; a late success outdoes a failure. */
export const smsMoves: Record<SmsState, readonly SmsState[]> = {
  waiting: ["sending", "skipped"],
  sending: ["waiting", "unknown", "sent", "failed"],
  unknown: [],
  sent: ["unconfirmed", "delivered", "failed"],
  unconfirmed: ["delivered", "failed"],
  delivered: [],
  failed: ["delivered"],
  skipped: [],
};

export const maySmsMove = (from: SmsState, to: SmsState): boolean => smsMoves[from].includes(to);
