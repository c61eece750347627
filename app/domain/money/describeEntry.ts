import { type EntryWords, entryFact } from "./entryFacts.ts";
import { entryWords } from "./eventWords.ts";

/** What a journal entry is about, in words of the reader's language. One whose facts are of another version says its code. */
export function describeEntry({
  about,
  recipient,
}: {
  about: { code: string };
  recipient: string | null;
}): string {
  const { data: fact } = entryFact.safeParse(about);
  if (!fact) return about.code;
  const say = (entryWords as EntryWords)[fact.code] as (fact: unknown, recipient: string | null) => string;
  return say(fact, recipient);
}
