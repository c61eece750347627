import { randomDigits, randomText } from "#app/platform/secrets/random.ts";

/**
 * Letters that do not look like digits; 19 of them, a prime, so that every single typo and every swap of
 * neighbours is detected.
 */
const checkLetters = "ACDEFGHJKMNPRTUVWXY";

const checkOf = (digits: string): string =>
  checkLetters[
    [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index + 2), 0) % checkLetters.length
  ]!;

/** Digits of an organisation's account number at the paybill, and of a prompt's reference. */
export const accountDigits = { organisation: 7, attempt: 10 } as const;

/** A new account number: digits and a check letter, `4821937K`. */
export function newAccountNumber(kind: keyof typeof accountDigits): string {
  const digits = randomText("123456789", 1) + randomDigits(accountDigits[kind] - 1);
  return digits + checkOf(digits);
}

const similarDigits: Record<string, string> = {
  O: "0",
  Q: "0",
  I: "1",
  L: "1",
  S: "5",
  B: "8",
  Z: "2",
  G: "6",
};

/** The typed number in its written form: upper case, without blanks and signs, digits where digits belong. */
export function readAccountNumber(typed: string): string {
  const plain = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const digits = [...plain.slice(0, -1)].map((letter) => similarDigits[letter] ?? letter).join("");
  return digits + plain.slice(-1);
}

/** Whether the check letter belongs to the digits. */
export const isAccountNumber = (number: string): boolean =>
  /^\d{7,10}[A-Z]$/.test(number) && number.at(-1) === checkOf(number.slice(0, -1));
