import { isAccountNumber, readAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";

const digits = "0123456789";
const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
/** Digits and letter of a customer's account number. */
const length = 8;

/**
 * The valid account numbers that one slip turns into what was typed: a wrong, missing, added or doubled character, or
 * two swapped ones. Few pass the check letter; most are no customer's.
 */
export function numbersNear(typed: string): string[] {
  const text = readAccountNumber(typed);
  if (text.length < length - 1 || text.length > length + 1) return [];
  const found = new Set([...replaced(text), ...swapped(text), ...shorter(text), ...longer(text)]);
  found.delete(text);
  return [...found].filter((number) => number.length === length && isAccountNumber(number));
}

const places = (text: string) => [...text].map((_, place) => place);
const put = (text: string, place: number, with_: string, cut = 1) =>
  text.slice(0, place) + with_ + text.slice(place + cut);

/** One character, or the same wrong one twice in a row (a twin). */
const replaced = (text: string) =>
  places(text).flatMap((place) =>
    [...(digits + letters)].flatMap((other) => [
      put(text, place, other),
      ...(text[place] === text[place + 1] ? [put(text, place, other + other, 2)] : []),
    ]),
  );

/** Neighbours, and those with one between them. */
const swapped = (text: string) =>
  places(text).flatMap((place) => {
    const [one, two = "", three = ""] = text.slice(place, place + 3);
    return [
      ...(two ? [put(text, place, two + one, 2)] : []),
      ...(three ? [put(text, place, three + two + one, 3)] : []),
    ];
  });

const shorter = (text: string) => places(text).map((place) => put(text, place, ""));

const longer = (text: string) =>
  [...places(text), text.length].flatMap((place) =>
    [...(digits + letters)].map((added) => put(text, place, added, 0)),
  );
