import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";

/** `phone` is E.164 with `+`; `reason` is a sentence for the person who typed the number. */
export type PhoneResult = { ok: true; phone: string } | { ok: false; reason: string };

const refuse = (reason: string): PhoneResult => ({ ok: false, reason });

/** Blanks of every width, dashes, dots and brackets: what people put between digits. */
const separators = /[\s\u00a0\u200b-\u200f\u202a-\u202e\u2060\ufeff().\-\u2010-\u2015\u2212_]/g;

/** Kenyan mobile numbers as they are written: +254…, 254…, 07…, 01…, and without the zero that a spreadsheet took away. */
const kenyanMobile = /^(?:\+?(?:254)?0?|\+?00?0?254)([17]\d{8})$/;

/** More is no number with ornaments, and the patterns below are made for short texts. */
const maxTextLength = 200;

/**
 * Repairs a phone number as people and spreadsheets write it and answers in E.164.
 * A number without `+` is read as one of `country`, else as an international number that lost its `+`.
 */
export function normalisePhone(text: string, country: CountryCode = "KE"): PhoneResult {
  if (text.length > maxTextLength)
    return refuse(`${shown(text)} is too long: a phone number has at most 15 digits.`);
  const trimmed = westernDigits(text.normalize("NFKC"))
    .trim()
    .replace(/^['"`´’‘]+|['"]+$/g, "")
    .trim();
  if (trimmed === "") return refuse("The phone number is empty.");
  if (/^[+-]?\d+([.,]\d+)?E\+?\d+$/i.test(trimmed)) {
    return refuse(
      `The spreadsheet shortened the number to ${shown(trimmed)} and lost its digits. Format the column as text, type the number again and save.`,
    );
  }
  const compact = trimmed.replace(/^(\+?\d+)\.0+$/, "$1").replace(separators, "");
  if (/^\+?\d+(?:[/,;|&]|or|au)\+?\d+/i.test(compact))
    return refuse(`${shown(trimmed)} holds more than one number. Keep one number in a cell.`);
  if (/\p{L}/u.test(compact)) return refuse(`${shown(trimmed)} has letters in it. Write digits only.`);
  if (!/^\+?\d+$/.test(compact))
    return refuse(`${shown(trimmed)} is not a phone number. Write digits only, like 0712 345 678.`);

  if (country === "KE") {
    const subscriber = kenyanMobile.exec(compact)?.[1];
    if (subscriber) return { ok: true, phone: `+254${subscriber}` };
  }
  const digits = compact.replace(/\D/g, "");
  if (digits.length < 7) return refuse(`${shown(trimmed)} is too short: some digits are missing.`);
  if (digits.replace(/^0+/, "").length > 15)
    return refuse(`${shown(trimmed)} is too long: a phone number has at most 15 digits.`);
  for (const candidate of readings(compact, digits)) {
    const parsed = parsePhoneNumberFromString(candidate, country);
    if (parsed?.isValid()) return { ok: true, phone: parsed.number };
  }
  return refuse(`${shown(trimmed)} is not a valid phone number. Check the digits and the country code.`);
}

/** The ways to read the digits, likeliest first. */
function readings(compact: string, digits: string): string[] {
  if (compact.startsWith("+") && !digits.startsWith("0")) return [compact];
  if (digits.startsWith("00")) return [`+${digits.replace(/^0+/, "")}`];
  return [digits, `+${digits}`];
}

const westernDigits = (text: string) =>
  text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 15));

const shown = (text: string) => `“${text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text}”`;

/**
 * What to look for in stored numbers when somebody searches for some digits: as typed, and without the zero of a Kenyan
 * number, which E.164 leaves out. Nothing for less than three digits, or when letters are among them.
 */
export function digitsToFind(text: string): string[] {
  if (/\p{L}/u.test(text)) return [];
  const digits = westernDigits(text).replace(/\D/g, "");
  return [...new Set([digits, digits.replace(/^0+/, "")])].filter((part) => part.length >= 3);
}
