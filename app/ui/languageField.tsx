import { defaultLocale, type Locale, localeNames, offeredLocales } from "#app/platform/locale/locale.ts";
import { m } from "#messages";
import { SelectField } from "./field.tsx";

/** The languages, each by its own name. */
export function LanguageField({ chosen, hint }: { chosen: Locale | null; hint: string }) {
  return (
    <SelectField
      className="flex-1 basis-64"
      label={m.common_language()}
      name="locale"
      defaultValue={chosen ?? defaultLocale}
      hint={hint}
      options={offeredLocales.map((locale) => ({ value: locale, label: localeNames[locale] }))}
    />
  );
}
