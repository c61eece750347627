import type { FieldType } from "#app/db/schema/contacts.ts";
import { byLocale, datesIn } from "#app/platform/byLocale.ts";

export const fieldTypes = ["text", "number", "date", "yes_no", "choice"] as const satisfies FieldType[];

export const fieldTypeLabels: Record<FieldType, string> = {
  text: "Text",
  number: "Number",
  date: "Date",
  yes_no: "Yes or no",
  choice: "One of a list",
};

/** What a value is checked against. */
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
 * What a person, a file or a program wrote, as it is stored: numbers `1250.5`, days `2026-11-23`, `yes` or `no`, a choice as
 * it stands in its list. Nothing written is the empty text.
 */
export function readFieldValue({ type, options }: FieldKind, written: string): ReadValue {
  const text = written.trim();
  if (text === "") return good("");
  switch (type) {
    case "text":
      return text.length <= maxTextLength ? good(text) : bad("Write at most 1,000 characters.");
    case "number":
      return readNumber(text);
    case "date":
      return readDay(text);
    case "yes_no": {
      const word = text.toLowerCase();
      if (yesWords.has(word)) return good("yes");
      return noWords.has(word) ? good("no") : bad("Write yes or no.");
    }
    case "choice": {
      const chosen = options.find((option) => option.toLowerCase() === text.toLowerCase());
      return chosen === undefined ? bad(`Choose one of: ${options.join(", ")}.`) : good(chosen);
    }
  }
}

/** Thousands by comma or blank, a point before the decimals: `KSh 1,250.50`. */
function readNumber(text: string): ReadValue {
  const plain = text.replace(/^(ksh?s?\.?|kes)\s*/i, "").replace(/(?<=\d)[,\s](?=\d{3}(\D|$))/g, "");
  const [, sign, whole, decimals] = /^([-+]?)(\d{1,15})(?:\.(\d{1,6}))?$/.exec(plain) ?? [];
  if (whole === undefined) return bad("Write a number, for example 1250 or 12.5.");
  const digits = whole.replace(/^0+(?=\d)/, "");
  const rest = (decimals ?? "").replace(/0+$/, "");
  const number = rest ? `${digits}.${rest}` : digits;
  return good(sign === "-" && number !== "0" ? `-${number}` : number);
}

/** `2026-11-23`, and as people write it here, the day first: `23/11/2026`, `23.11.26`. Also with a time behind it. */
function readDay(text: string): ReadValue {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?$/.exec(text);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : local ? [local[3], local[2], local[1]] : [];
  if (!year || !month || !day) return bad("Write a date as 23/11/2026 or 2026-11-23.");
  const fullYear = year.length === 2 ? `${Number(year) > 40 ? "19" : "20"}${year}` : year;
  const written = `${fullYear}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const date = new Date(`${written}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written);
  return exists && Number(fullYear) >= 1000 ? good(written) : bad("This day does not exist.");
}

const dayWords = byLocale(
  (locale) => new Intl.DateTimeFormat(datesIn[locale], { dateStyle: "medium", timeZone: "UTC" }),
);

/** A stored value for reading; what does not fit its type is told as it was written. */
export function fieldValueWords(kind: FieldKind, value: string): string {
  const read = readFieldValue(kind, value);
  if (!read.ok || read.value !== value) return value;
  if (kind.type === "number") return groupedDigits(value);
  if (kind.type === "date") return dayWords().format(new Date(`${value}T00:00:00Z`));
  if (kind.type === "yes_no") return value === "yes" ? "Yes" : "No";
  return value;
}

const groupedDigits = (number: string) => number.replace(/\B(?<!\.\d*)(?=(\d{3})+(?!\d))/g, ",");
