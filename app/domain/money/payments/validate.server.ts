import type { Services } from "#app/platform/context.ts";
import { paybillNotice } from "./notices.ts";

const accepted = { ResultCode: "0", ResultDesc: "Accepted" };
const refused = (code: string) => ({ ResultCode: code, ResultDesc: "Rejected" });

/**
 * Whether to accept a payment at the paybill. Refuses only what can't be a payment to us. A payment with an
 * unknown account is accepted and waits in suspense, so that no customer is turned away. It reads no tables,
 * so the response is far within M-Pesa's 8 seconds (docs/facts/mpesa-daraja.md §3).
 */
export function validatePayment(services: Pick<Services, "config">, body: unknown) {
  const read = paybillNotice.safeParse(body);
  if (!read.success) return refused("C2B00016");
  if (read.data.shortcode !== services.config.daraja?.shortcode) return refused("C2B00015");
  return read.data.amountCents > 0 ? accepted : refused("C2B00013");
}
