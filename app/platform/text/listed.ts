import { byLocale, datesIn } from "#app/platform/locale/byLocale.ts";

const lists = byLocale((locale) => new Intl.ListFormat(datesIn[locale], { type: "conjunction" }));

/** Names as a sentence lists them: `Asha`, `Asha and Otieno`, `Asha, Otieno and Wanjiru`. */
export const listed = (names: readonly string[]): string => lists().format(names);
