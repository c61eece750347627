import { createHmac, timingSafeEqual } from "node:crypto";

/** The signature of a value for one purpose; `boundTo` is covered by it without being in the value. */
export function signatureOf(secret: string, purpose: string, value: string, boundTo?: string): string {
  const signed = [purpose, value, ...(boundTo === undefined ? [] : [boundTo])].join(":");
  return createHmac("sha256", secret).update(signed).digest("base64url");
}

/** Compares in constant time, revealing nothing of the expected signature. */
export function isSignature(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** `value.signature`. */
export const seal = (secret: string, purpose: string, value: string, boundTo?: string) =>
  `${value}.${signatureOf(secret, purpose, value, boundTo)}`;

/**
 * The content of a sealed text, to be trusted only when `isGenuine`; undefined for a text without signature.
 */
export function unseal(secret: string, purpose: string, sealed = "") {
  const cut = sealed.lastIndexOf(".");
  if (cut < 1) return undefined;
  const value = sealed.slice(0, cut);
  return {
    value,
    isGenuine: (boundTo?: string) =>
      isSignature(sealed.slice(cut + 1), signatureOf(secret, purpose, value, boundTo)),
  };
}
