import { randomBytes } from "#app/platform/secrets/random.ts";

/** Letters and digits that are not confused on paper. */
const alphabet = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";

/** A check character, so that a typo is never another customer's reference. */
function checkOf(body: string): string {
  let sum = 0;
  for (const [index, letter] of [...body].entries()) sum += (index + 3) * (alphabet.indexOf(letter) + 1);
  return alphabet[sum % alphabet.length]!;
}

/** `TB` and seven characters from random bytes, the last one a check. */
export function newReference(bytes: Uint8Array = randomBytes(6)): string {
  const body = [...bytes].map((byte) => alphabet[byte % alphabet.length]).join("");
  return `TB${body}${checkOf(body)}`;
}

/** References in a bank's text, ignoring spacing. */
export function referencesIn(narration: string): string[] {
  const text = narration.toUpperCase().replace(/[\s./:-]+/g, "");
  const found = [...text.matchAll(/(?=TB([2-9A-HJ-NP-Z]{6})([2-9A-HJ-NP-Z]))/g)];
  return [
    ...new Set(
      found
        .filter(([, body, check]) => checkOf(body!) === check)
        .map(([, body, check]) => `TB${body}${check}`),
    ),
  ];
}
