import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";

export const phoneProblems = [
  "empty",
  "too_long",
  "shortened",
  "several",
  "letters",
  "not_a_number",
  "too_short",
  "not_valid",
] as const;

/** Why a text is not a phone number, and its content. */
export interface PhoneProblem {
  code: (typeof phoneProblems)[number];
  text: string;
}

const words: Record<PhoneProblem["code"], (text: string) => string> = {
  empty: () => m.errors_phone_empty(),
  too_long: (text) => m.errors_phone_too_long({ text }),
  shortened: (text) => m.errors_phone_shortened({ text }),
  several: (text) => m.errors_phone_several({ text }),
  letters: (text) => m.errors_phone_letters({ text }),
  not_a_number: (text) => m.errors_phone_not_a_number({ text }),
  too_short: (text) => m.errors_phone_too_short({ text }),
  not_valid: (text) => m.errors_phone_not_valid({ text }),
};

/** A sentence for the person who typed the number. */
export const phoneProblemWords = ({ code, text }: PhoneProblem): string => words[code](quoted(text));

/** `phone` is E.164 with `+`; `reason` is the problem as text. */
export type PhoneResult = { ok: true; phone: string } | { ok: false; problem: PhoneProblem; reason: string };

function refuse(code: PhoneProblem["code"], text = ""): PhoneResult {
  const problem = { code, text: text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text };
  return { ok: false, problem, reason: phoneProblemWords(problem) };
}

/** Separators between digits: spaces of every width, dashes, dots and brackets. */
const separators = /[\s\u00a0\u200b-\u200f\u202a-\u202e\u2060\ufeff().\-\u2010-\u2015\u2212_]/g;

/**
 * Kenyan mobile numbers as written: +254…, 254…, 07…, 01…, and without the leading zero lost in a
 * spreadsheet.
 */
const kenyanMobile = /^(?:\+?(?:254)?0?|\+?00?0?254)([17]\d{8})$/;

/** Longer texts are not numbers, and the patterns below are for short texts. */
const maxTextLength = 200;

/**
 * Normalises a phone number as people and spreadsheets write it to E.164. A number without `+` is read as one
 * of `country`, else as an international number that lost its `+`.
 */
export function normalisePhone(text: string, country: CountryCode = "KE"): PhoneResult {
  if (text.length > maxTextLength) return refuse("too_long", text);
  const trimmed = westernDigits(text.normalize("NFKC"))
    .trim()
    .replace(/^['"`´’‘]+|['"]+$/g, "")
    .trim();
  if (trimmed === "") return refuse("empty");
  if (/^[+-]?\d+([.,]\d+)?E\+?\d+$/i.test(trimmed)) {
    return refuse("shortened", trimmed);
  }
  const compact = trimmed.replace(/^(\+?\d+)\.0+$/, "$1").replace(separators, "");
  if (/^\+?\d+(?:[/,;|&]|or|au)\+?\d+/i.test(compact)) return refuse("several", trimmed);
  if (/\p{L}/u.test(compact)) return refuse("letters", trimmed);
  if (!/^\+?\d+$/.test(compact)) return refuse("not_a_number", trimmed);

  if (country === "KE") {
    const subscriber = kenyanMobile.exec(compact)?.[1];
    if (subscriber) return { ok: true, phone: `+254${subscriber}` };
  }
  const digits = compact.replace(/\D/g, "");
  if (digits.length < 7) return refuse("too_short", trimmed);
  if (digits.replace(/^0+/, "").length > 15) return refuse("too_long", trimmed);
  for (const candidate of readings(compact, digits)) {
    const parsed = parsePhoneNumberFromString(candidate, country);
    if (parsed?.isValid()) return { ok: true, phone: parsed.number };
  }
  return refuse("not_valid", trimmed);
}

/** The readings of the digits, likeliest first. */
function readings(compact: string, digits: string): string[] {
  if (compact.startsWith("+") && !digits.startsWith("0")) return [compact];
  if (digits.startsWith("00")) return [`+${digits.replace(/^0+/, "")}`];
  return [digits, `+${digits}`];
}

const westernDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));

/**
 * A national zero before so many digits starts a whole number of any country; before fewer it starts one of
 * Kenya.
 */
const nationalDigits = 6;

/**
 * The patterns for finding stored numbers by some digits, whatever their separators: as typed, and as in
 * E.164 when they start a number (0712… and 254 (0) 712… are 254712…, 00254… is 254…). Empty for less than
 * three digits, or with letters.
 */
export function digitsToFind(text: string): string[] {
  if (/\p{L}/u.test(text)) return [];
  const digits = westernDigits(text).replace(/\D/g, "");
  if (digits.length < 3) return [];
  const national = /^0([1-9]\d*)$/.exec(digits)?.[1];
  const readings = [
    digits,
    /^00([1-9]\d+)$/.exec(digits)?.[1],
    digits.replace(/^2540/, "254"),
    national && (national.length >= nationalDigits ? national : `254${national}`),
  ];
  return [...new Set(readings.filter((reading) => reading !== undefined))];
}
