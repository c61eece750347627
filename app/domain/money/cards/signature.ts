import { createHmac, timingSafeEqual } from "node:crypto";

/** Whether `x-paystack-signature` is the HMAC-SHA512 of exactly these bytes (docs/facts/payments.md §3). */
export function cardSignatureFits(header: string | null, body: Uint8Array, secretKey: string): boolean {
  if (!/^[0-9a-f]{128}$/i.test(header ?? "")) return false;
  const expected = createHmac("sha512", secretKey).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(header!, "hex"));
}
