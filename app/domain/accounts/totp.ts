import { createHmac, timingSafeEqual } from "node:crypto";

/** Time-based one-time passwords, RFC 6238: SHA-1, six digits, a step of 30 seconds, as authenticator apps expect. */

export const stepSeconds = 30;
const digits = 6;
/** How many steps a phone's clock may be off, either way. */
const drift = 1;

/** The running number of the time step (RFC 6238 §4.2). */
export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / stepSeconds);

/** The code of one step: HOTP with the step as its counter (RFC 4226 §5.3). */
export function totpCode(key: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", key).update(counter).digest();
  const offset = mac.at(-1)! & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff;
  return String(number % 10 ** length).padStart(length, "0");
}

/** The step that `code` belongs to, one step of drift allowed; undefined when it is of none, or not newer than `after`. */
export function stepOfCode(
  key: Buffer,
  code: string,
  now: Date,
  after: number | null = null,
): number | undefined {
  const given = Buffer.from(code);
  const current = stepAt(now);
  let found: number | undefined;
  for (let step = current - drift; step <= current + drift; step++) {
    const expected = Buffer.from(totpCode(key, step));
    const fits = given.length === expected.length && timingSafeEqual(given, expected);
    if (fits && (after === null || step > after)) found = step;
  }
  return found;
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Base32 without padding (RFC 4648 §6), the form in which apps take a key. */
export function base32(bytes: Buffer): string {
  let text = "";
  let bits = 0;
  let value = 0;
  for (const byte of bytes) {
    value = (value << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += alphabet[(value >>> bits) & 31];
    }
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

/** The address behind the QR code, in the form that authenticator apps read. */
export function keyUri(key: Buffer, account: string, issuer: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  const query = new URLSearchParams({
    secret: base32(key),
    issuer,
    algorithm: "SHA1",
    digits: String(digits),
    period: String(stepSeconds),
  });
  // Apps do not read "+" as a space.
  return `otpauth://totp/${label}?${query.toString().replaceAll("+", "%20")}`;
}
