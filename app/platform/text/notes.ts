import type { Reason, Refused } from "#app/platform/errors.ts";
import { type Catalogue, catalogue } from "./catalogue.ts";

type Table = Record<string, (facts: never) => string>;
type FactsOf<Words> = Words extends (facts: infer Facts) => string ? Facts : never;

type Given<Words> = [keyof FactsOf<Words>] extends [never] ? [facts?: object] : [facts: FactsOf<Words>];

const longestFact = 1000;

const clipped = (fact: unknown): unknown =>
  typeof fact === "string" ? fact.slice(0, longestFact) : Array.isArray(fact) ? fact.map(clipped) : fact;

/** The only way to store notes for later readers: as a code with facts, read by `noteWords`. */
/* @__NO_SIDE_EFFECTS__ */
export function notesOf<const Words extends Table>(words: Words) {
  const write = <Code extends keyof Words & string>(
    code: Code,
    ...[facts = {}]: Given<Words[Code]>
  ): string => {
    const clippedFacts = Object.entries(facts as object).map(([name, fact]) => [name, clipped(fact)]);
    return JSON.stringify({ code, ...Object.fromEntries(clippedFacts) });
  };
  return Object.assign(write, catalogue(words));
}

/** Those of all rooms. A note and a refusal may have the same code. */
export interface Catalogues {
  notes: readonly Catalogue[];
  refusals: readonly Catalogue[];
}

let catalogues: Catalogues = { notes: [], refusals: [] };

/**
 * Sets the catalogues of stored notes, at the start of a process: a room shows notes stored by rooms above
 * it.
 */
export const readNotesBy = (all: Catalogues): void => {
  catalogues = all;
};

function read(kind: keyof Catalogues, code: string, facts: unknown): string | undefined {
  for (const each of catalogues[kind]) {
    const text = each.read(code, facts);
    if (text !== undefined) return text;
  }
  return undefined;
}

function readNote(stored: string): ({ code: string } & Partial<Refused>) | undefined {
  if (!stored.startsWith('{"code":"')) return undefined;
  try {
    return JSON.parse(stored) as { code: string };
  } catch {
    return undefined;
  }
}

/** A stored text of another service: a sentence ends somewhere, a note is complete. */
export const shortened = (stored: string, most: number): string =>
  readNote(stored) ? stored : stored.slice(0, most);

/** A stored note in the reader's language; one stored as a sentence is unchanged. */
export function noteWords(stored: string): string {
  const note = readNote(stored);
  if (!note) return stored;
  try {
    if (note.code === "refused")
      return read("refusals", note.key ?? "", note.values ?? {}) ?? note.key ?? stored;
    return read("notes", note.code, note) ?? stored;
  } catch {
    // User input that looks like a note, without its facts.
    return stored;
  }
}

/** A stored reason in the reader's language: by its code, else its stored text. */
export const reasonWords = (words: Catalogue, reason: Reason): string =>
  words.read(reason.code, reason) ?? (reason.said ? noteWords(reason.said) : reason.code);
