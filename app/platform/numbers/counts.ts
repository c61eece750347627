import { byLocale, numbersIn } from "#app/platform/locale/byLocale.ts";

const grouped = byLocale((locale) => new Intl.NumberFormat(numbersIn[locale]));

/** `12345` → `12,345`. */
export const formatCount = (count: number): string => grouped().format(count).replace(/\s/g, "\u00a0");

const decimal = byLocale(
  (locale) =>
    new Intl.NumberFormat(numbersIn[locale], { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** With one decimal: `2.1`. */
export const formatDecimal = (value: number): string => decimal().format(value).replace(/\s/g, "\u00a0");

const fine = byLocale(
  (locale) =>
    new Intl.NumberFormat(numbersIn[locale], { minimumFractionDigits: 4, maximumFractionDigits: 4 }),
);

/** With four decimals, as rates have them: `0.0225`. */
export const formatFine = (value: number): string => fine().format(value).replace(/\s/g, "\u00a0");

/** A count with its noun: `1 message`, `12,345 messages`. */
export const countOf = (count: number, noun: string, plural = `${noun}s`): string =>
  `${formatCount(count)} ${count === 1 ? noun : plural}`;

/** A count with its noun, in the language of the reader: `counted(m.counts_contacts, 1250)` is "1,250 contacts". */
export const counted = (words: (inputs: { count: number; shown: string }) => string, count: number): string =>
  words({ count, shown: formatCount(count) });
