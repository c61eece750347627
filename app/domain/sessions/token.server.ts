import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** The cookie: `token.usertype.signature`. The role is signed so that the web tier can guard a route without a look-up. */
export function sealSession(token: string, usertype: string, secret: string): string {
  const payload = `${token}.${usertype}`;
  return `${payload}.${sign(payload, secret)}`;
}

/** The parts of a sealed cookie, or undefined when the signature does not fit. */
export function openSession(sealed: string, secret: string): { token: string; usertype: string } | undefined {
  const cut = sealed.lastIndexOf(".");
  if (cut < 0) return undefined;
  const payload = sealed.slice(0, cut);
  const given = Buffer.from(sealed.slice(cut + 1));
  const expected = Buffer.from(sign(payload, secret));
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const [token, usertype] = payload.split(".");
  return token && usertype ? { token, usertype } : undefined;
}

const sign = (payload: string, secret: string) =>
  createHmac("sha256", secret).update(`session:${payload}`).digest("base64url");

export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();
