import { createHmac } from "node:crypto";
import { safeEqual } from "#app/platform/secrets/paymentsHook.ts";

/** Older signatures are replays (facts: five minutes at HubSpot and Slack). */
const oldestMs = 5 * 60_000;

export const isRecent = (atMs: number, now: Date, oldest = oldestMs): boolean =>
  Number.isFinite(atMs) && Math.abs(now.getTime() - atMs) <= oldest;

/** HubSpot's version 3: signs method, address, body and timestamp. False without a secret. */
export function hubspotFits(
  given: { method: string; url: string; body: Buffer; timestamp: string | null; signature: string | null },
  secret: string | undefined,
  now: Date,
): boolean {
  const { method, url, body, timestamp, signature } = given;
  if (!secret || !timestamp || !signature || !isRecent(Number(timestamp), now)) return false;
  const expected = createHmac("sha256", secret)
    .update(method + url)
    .update(body)
    .update(timestamp);
  return safeEqual(signature, expected.digest("base64"));
}

/** Shopify's: signs only the body. */
export function shopifyFits(body: Buffer, signature: string | null, secret: string | undefined): boolean {
  if (!secret || !signature) return false;
  return safeEqual(signature, createHmac("sha256", secret).update(body).digest("base64"));
}

/** Slack's `v0`: signs timestamp and body. */
export function slackFits(
  { body, timestamp, signature }: { body: Buffer; timestamp: string | null; signature: string | null },
  secret: string | undefined,
  now: Date,
): boolean {
  if (!secret || !timestamp || !signature || !isRecent(Number(timestamp) * 1000, now)) return false;
  const expected = createHmac("sha256", secret).update(`v0:${timestamp}:`).update(body);
  return safeEqual(signature, `v0=${expected.digest("hex")}`);
}
