import { createHmac } from "node:crypto";
import { safeEqual } from "#app/platform/secrets/paymentsHook.ts";

/** Whether Shopify signed this query: a hex HMAC-SHA256 of its other parameters, sorted by name. */
export function shopQueryFits(query: string, secret: string): boolean {
  const params = new URLSearchParams(query);
  const given = params.get("hmac") ?? "";
  params.delete("hmac");
  const text = [...params]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return safeEqual(given, createHmac("sha256", secret).update(text).digest("hex"));
}
