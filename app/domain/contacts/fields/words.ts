import type { FieldType } from "#app/db/schema/contacts/contacts.ts";
import { byLocale, datesIn, numbersIn } from "#app/platform/locale/byLocale.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const fieldTypes = ["text", "number", "date", "yes_no", "choice"] as const satisfies FieldType[];

export const fieldTypeLabels: Record<FieldType, string> = lazy({
  text: m.common_text,
  number: m.common_kind_number,
  date: m.contacts_field_type_date,
  yes_no: m.contacts_field_type_yes_no,
  choice: m.contacts_field_type_choice,
});

/** A value's rules. */
export interface FieldKind {
  type: FieldType;
  options: string[];
}

export type ReadValue = { ok: true; value: string } | { ok: false; problem: string };

export const maxTextLength = 1000;

const good = (value: string): ReadValue => ({ ok: true, value });
const bad = (problem: string): ReadValue => ({ ok: false, problem });

const yesWords = new Set("yes y true t 1 ndiyo ndio oui".split(" "));
const noWords = new Set("no n false f 0 hapana la non".split(" "));

/**
 * A person's, file's or program's input in stored form: numbers `1250.5`, days `2026-11-23`, `yes` or `no`, a
 * choice as in its list. Blank input is the empty text.
 */
export function readFieldValue({ type, options }: FieldKind, written: string): ReadValue {
  const text = written.trim();
  if (text === "") return good("");
  switch (type) {
    case "text":
      return text.length <= maxTextLength
        ? good(text)
        : bad(m.contacts_fields_text_too_long({ most: formatCount(maxTextLength) }));
    case "number":
      return readNumber(text);
    case "date":
      return readDay(text);
    case "yes_no": {
      const word = text.toLowerCase();
      if (yesWords.has(word)) return good("yes");
      return noWords.has(word) ? good("no") : bad(m.contacts_fields_yes_no_invalid());
    }
    case "choice": {
      const chosen = options.find((option) => option.toLowerCase() === text.toLowerCase());
      return chosen === undefined
        ? bad(m.contacts_fields_choice_invalid({ options: options.join(", ") }))
        : good(chosen);
    }
  }
}

/** Thousands by comma or space, a point before the decimals: `KSh 1,250.50`. */
function readNumber(text: string): ReadValue {
  const plain = text.replace(/^(ksh?s?\.?|kes)\s*/i, "").replace(/(?<=\d)[,\s](?=\d{3}(\D|$))/g, "");
  const [, sign, whole, decimals] = /^([-+]?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(plain) ?? [];
  if (whole === undefined) return bad(m.contacts_fields_number_invalid());
  const digits = whole.replace(/^0+(?=\d)/, "");
  const rest = (decimals ?? "").replace(/0+$/, "");
  const number = rest ? `${digits}.${rest}` : digits;
  return good(sign === "-" && number !== "0" ? `-${number}` : number);
}

/** `2026-11-23`, and as written here, the day first: `23/11/2026`, `23.11.26`. Also followed by a time. */
function readDay(text: string): ReadValue {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : local ? [local[3], local[2], local[1]] : [];
  if (!year || !month || !day) return bad(m.contacts_fields_date_invalid());
  const fullYear = year.length === 2 ? `${Number(year) > 40 ? "19" : "20"}${year}` : year;
  const written = `${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${written}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  return exists && Number(fullYear) >= 1000 ? good(written) : bad(m.contacts_fields_date_not_existing());
}

const dayWords = byLocale(
  (locale) => new Intl.DateTimeFormat(datesIn[locale], { dateStyle: "medium", timeZone: "UTC" }),
);

/** A stored value for display; an invalid one is shown as written. */
export function fieldValueWords(kind: FieldKind, value: string): string {
  const read = readFieldValue(kind, value);
  if (!read.ok || read.value !== value) return value;
  if (kind.type === "number") return groupedDigits(value);
  if (kind.type === "date") return dayWords().format(new Date(`${value}T00:00:00Z`));
  if (kind.type === "yes_no") return value === "yes" ? m.common_yes() : m.common_no();
  return value;
}

const signs = byLocale((locale) => {
  const parts = new Intl.NumberFormat(numbersIn[locale]).formatToParts(12_345.6);
  const signOf = (type: "group" | "decimal") => parts.find((part) => part.type === type)?.value ?? "";
  return { group: signOf("group").replace(/\s/, "\u00a0"), decimal: signOf("decimal") };
});

/** Any number of digits. */
function groupedDigits(number: string): string {
  const { group, decimal } = signs();
  const [whole = "", ...fraction] = number.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, group), ...fraction].join(decimal);
}
