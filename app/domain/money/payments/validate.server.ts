import type { Services } from "#app/platform/context.ts";
import { paybillNotice } from "./notices.ts";

const accepted = { ResultCode: "0", ResultDesc: "Accepted" };
const refused = (code: string) => ({ ResultCode: code, ResultDesc: "Rejected" });

/**
 * May this payment at the paybill come in? Only what can be no payment to us is refused. An account that no one has is let
 * in and waits in suspense: better that than a customer who cannot pay. Nothing is looked up, so the answer is there at
 * once, far within the 8 seconds that M-Pesa waits (docs/facts/mpesa-daraja.md §3).
 */
export function validatePayment(services: Pick<Services, "config">, body: unknown) {
  const read = paybillNotice.safeParse(body);
  if (!read.success) return refused("C2B00016");
  if (read.data.shortcode !== services.config.daraja?.shortcode) return refused("C2B00015");
  return read.data.amountCents > 0 ? accepted : refused("C2B00013");
}
