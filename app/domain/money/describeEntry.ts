import { catalogue } from "#app/platform/text/catalogue.ts";
import { entryFact } from "./entryFacts.ts";
import { entryWords } from "./eventWords.ts";

const entries = catalogue<string, [recipient: string | null]>(entryWords);

interface Described {
  about: { code: string };
  recipient: string | null;
}

/** A journal entry as text in the reader's language; its code when its facts are of an unknown version. */
export function describeEntry({ about, recipient }: Described): string {
  const { data: fact } = entryFact.safeParse(about);
  return (fact && entries.read(fact.code, fact, recipient)) ?? about.code;
}
