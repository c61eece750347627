import { randomBytes, randomInt } from "node:crypto";

/** Secrets, and references that cannot be guessed, come from these functions alone. */
export { randomBytes };

/** So many random bytes as base64url. */
export const randomToken = (bytes: number): string => randomBytes(bytes).toString("base64url");

/** So many characters of the alphabet, each as likely as the others. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

export const randomDigits = (length: number): string => randomText("0123456789", length);

/** From 0 up to 1, to spread retries. */
export const randomShare = (): number => randomInt(2 ** 32) / 2 ** 32;
