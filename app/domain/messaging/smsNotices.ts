import { z } from "zod";

/** PostgreSQL stores no NUL. */
const plain = (most: number) =>
  z
    .string()
    .max(most)
    .transform((text) => text.replaceAll("\0", ""));

/** A delivery report as Africa's Talking posts it (docs/facts/sms.md §2). Unknown words are stored. */
export const smsReport = z.object({
  id: plain(100),
  status: plain(60),
  phoneNumber: plain(30),
  failureReason: plain(100).optional(),
});
export type SmsReport = z.output<typeof smsReport>;

/** An SMS to a short code, and the notice that a person stopped texts (§3). */
export const incomingSms = z.object({ from: plain(30), text: plain(2000) });
export const smsOptOutNotice = z.object({ phoneNumber: plain(30) });
