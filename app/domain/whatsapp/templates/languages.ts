import { currentLocale } from "#app/platform/locale/locale.ts";

/** The languages of the library's texts, which come first in lists. */
export const libraryLanguages = ["en", "sw", "fr"] as const;
export type LibraryLanguage = (typeof libraryLanguages)[number];

/** The languages that Meta accepts for a template (facts/whatsapp-cloud-api.md §8.1). */
export const templateLanguages = [
  ...libraryLanguages,
  ..."af sq ar ar_EG ar_AE ar_LB ar_MA ar_QA az be_BY bn bn_IN bg ca zh_CN zh_HK zh_TW hr cs da prs_AF nl".split(
    " ",
  ),
  ..."nl_BE en_GB en_US en_AE en_AU en_CA en_GH en_IE en_IN en_JM en_MY en_NZ en_QA en_SG en_UG en_ZA et".split(
    " ",
  ),
  ..."fil fi fr_BE fr_CA fr_CH fr_CI fr_MA ka de de_AT de_CH el gu ha he hi hu id ga it ja kn kk rw_RW ko".split(
    " ",
  ),
  ..."ky_KG lo lv lt mk ms ml mr nb ps_AF fa pl pt_BR pt_PT pa ro ru sr si_LK sk sl es es_AR es_CL es_CO".split(
    " ",
  ),
  ..."es_CR es_DO es_EC es_HN es_MX es_PA es_PE es_ES es_UY sv ta te th tr uk ur uz vi zu".split(" "),
];

/** `en_US` → `English (United States)` in the reader's language; a code without a name is unchanged. */
export function languageName(code: string): string {
  const locale = currentLocale();
  try {
    const names = new Intl.DisplayNames(locale, { type: "language", languageDisplay: "standard" });
    const name = names.of(code.replaceAll("_", "-")) ?? code;
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  } catch {
    return code;
  }
}

/** Choices of a form: the library's languages, then the others by name. */
export function languageOptions(): { value: string; label: string }[] {
  const collator = new Intl.Collator(currentLocale());
  const [first, others] = [templateLanguages.slice(0, 3), templateLanguages.slice(3)].map((codes) =>
    codes.map((value) => ({ value, label: languageName(value) })),
  );
  return [...first!, ...others!.sort((a, b) => collator.compare(a.label, b.label))];
}
