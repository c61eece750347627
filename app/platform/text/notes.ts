import type { Reason, Refused } from "#app/platform/errors.ts";
import { type Catalogue, catalogue } from "./catalogue.ts";

type Table = Record<string, (facts: never) => string>;
type FactsOf<Words> = Words extends (facts: infer Facts) => string ? Facts : never;

type Given<Words> = [keyof FactsOf<Words>] extends [never] ? [facts?: object] : [facts: FactsOf<Words>];

const longestFact = 1000;

const clipped = (fact: unknown): unknown =>
  typeof fact === "string" ? fact.slice(0, longestFact) : Array.isArray(fact) ? fact.map(clipped) : fact;

/** The one way to write the notes of a room that people read later: as a code with facts, read by `noteWords`. */
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

/** Sets what stored notes are read by, when a process starts: a room shows notes that rooms above it have stored. */
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

/** What is stored where others have said it: a sentence of theirs ends somewhere, a note is whole. */
export const shortened = (stored: string, most: number): string =>
  readNote(stored) ? stored : stored.slice(0, most);

/** A stored note in the reader's language; what was stored as a sentence stays that sentence. */
export function noteWords(stored: string): string {
  const note = readNote(stored);
  if (!note) return stored;
  try {
    if (note.code === "refused")
      return read("refusals", note.key ?? "", note.values ?? {}) ?? note.key ?? stored;
    return read("notes", note.code, note) ?? stored;
  } catch {
    // Somebody has typed what looks like a note, without its facts.
    return stored;
  }
}

/** A stored reason in the reader's language: by its code, else as it was said. */
export const reasonWords = (words: Catalogue, reason: Reason): string =>
  words.read(reason.code, reason) ?? (reason.said ? noteWords(reason.said) : reason.code);
