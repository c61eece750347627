import { createHmac, timingSafeEqual } from "node:crypto";

const form = /^sha256=([0-9a-f]{64})$/i;

/** Whether a header has the form of a signature. */
export const isSignature = (header: string | null): boolean => form.test(header ?? "");

/**
 * Whether `X-Hub-Signature-256` matches the exact bytes under one of the secrets (facts/whatsapp-cloud-api.md
 * §4.2).
 */
export function signatureFits(header: string | null, body: Uint8Array, secrets: readonly string[]): boolean {
  const given = form.exec(header ?? "")?.[1];
  if (!given) return false;
  const bytes = Buffer.from(given, "hex");
  let fits = false;
  for (const secret of secrets) {
    if (timingSafeEqual(createHmac("sha256", secret).update(body).digest(), bytes)) fits = true;
  }
  return fits;
}

/** Meta's header for these bytes. */
export const signatureOf = (body: Uint8Array | string, secret: string): string =>
  `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;

/** Compares two secrets in constant time. */
export function sameSecret(a: string, b: string): boolean {
  const hash = (text: string) => createHmac("sha256", "compare").update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
