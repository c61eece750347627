import { defaultLocale, type Locale } from "#app/platform/locale.ts";
import { type EntryWords, entryFact } from "./entryFacts.ts";
import { entryWords } from "./words.en.ts";

const catalogues: Partial<Record<Locale, EntryWords>> & { en: EntryWords } = { en: entryWords };

/** What a journal entry is about, in words. One whose facts are of another version says its code. */
export function describeEntry(
  { about, recipient }: { about: { code: string }; recipient: string | null },
  locale: Locale = defaultLocale,
): string {
  const { data: fact } = entryFact.safeParse(about);
  if (!fact) return about.code;
  const say = (catalogues[locale] ?? catalogues.en)[fact.code] as (
    fact: unknown,
    recipient: string | null,
  ) => string;
  return say(fact, recipient);
}
