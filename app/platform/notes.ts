import { type Refused, refusedWords } from "./errors.ts";

type Table = Record<string, (facts: never) => string>;
type FactsOf<Words> = Words extends (facts: infer Facts) => string ? Facts : never;

type Given<Words> = [keyof FactsOf<Words>] extends [never] ? [facts?: object] : [facts: FactsOf<Words>];

const known = new Map<string, (facts: never) => string>();
const longestFact = 1000;

const clipped = (fact: unknown): unknown =>
  typeof fact === "string" ? fact.slice(0, longestFact) : Array.isArray(fact) ? fact.map(clipped) : fact;

/**
 * The one way to make the notes of a room that people read later: what is stored has a code and facts, and its words are
 * made in the language of who reads it (`noteWords`).
 */
export function notesOf<const Words extends Table>(words: Words) {
  for (const [code, say] of Object.entries(words)) known.set(code, say);
  return <Code extends keyof Words & string>(code: Code, ...[facts = {}]: Given<Words[Code]>): string => {
    const clippedFacts = Object.entries(facts as object).map(([name, fact]) => [name, clipped(fact)]);
    return JSON.stringify({ code, ...Object.fromEntries(clippedFacts) });
  };
}

function readNote(stored: string): ({ code: string } & Partial<Refused>) | undefined {
  if (!stored.startsWith('{"code":"')) return undefined;
  try {
    return JSON.parse(stored) as { code: string };
  } catch {
    return undefined;
  }
}

/** What is stored where others have said it: a sentence of theirs ends somewhere, a note is whole. */
export const shortened = (stored: string, most: number): string =>
  readNote(stored) ? stored : stored.slice(0, most);

/** A stored note in the reader's language; what was stored as a sentence stays that sentence. */
export function noteWords(stored: string): string {
  const note = readNote(stored);
  if (!note) return stored;
  try {
    if (note.code === "refused") return refusedWords(note as Refused) ?? note.key ?? stored;
    return known.get(note.code)?.(note as never) ?? stored;
  } catch {
    // Somebody has typed what looks like a note, without its facts.
    return stored;
  }
}
