import { Secret, TOTP } from "otpauth";

/** Time-based one-time passwords as authenticator apps expect: SHA-1, six digits, a step of 30 seconds. */
const stepSeconds = 30;
/** How many steps a phone's clock may be off, either way. */
const drift = 1;

const secretOf = (key: Buffer) => new Secret({ buffer: Uint8Array.from(key).buffer });
const totpOf = (key: Buffer, names: { label?: string; issuer?: string } = {}) =>
  new TOTP({ ...names, secret: secretOf(key), algorithm: "SHA1", digits: 6, period: stepSeconds });

/** The running number of the time step. */
export const stepAt = (time: Date): number => Math.floor(time.getTime() / 1000 / stepSeconds);

/** The code of one step. */
export const totpCode = (key: Buffer, step: number): string =>
  totpOf(key).generate({ timestamp: step * stepSeconds * 1000 });

/**
 * The step of `code`, one step of drift allowed; undefined when it matches none, or is not newer than
 * `after`.
 */
export function stepOfCode(
  key: Buffer,
  code: string,
  now: Date,
  after: number | null = null,
): number | undefined {
  const delta = totpOf(key).validate({ token: code, timestamp: now.getTime(), window: drift });
  if (delta === null) return undefined;
  const step = stepAt(now) + delta;
  return after === null || step > after ? step : undefined;
}

/** Base32 without padding, the format in which apps accept a key. */
export const base32 = (bytes: Buffer): string => secretOf(bytes).base32;

/** The address in the QR code, in the format that authenticator apps read. */
export const keyUri = (key: Buffer, account: string, issuer: string): string =>
  totpOf(key, { label: account, issuer }).toString();
