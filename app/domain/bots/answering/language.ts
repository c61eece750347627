import { franc } from "franc";
import { type BotLanguage, languageCodes } from "../words.ts";
import { functionWords, wordsOf } from "./wordLists.ts";

const ofFranc: Record<string, BotLanguage> = { eng: "en", swh: "sw", fra: "fr" };
/** Shorter texts have too few letters for statistics. */
const minLength = 12;

/** The language of a message, when recognisable: by everyday words first, then by its letters. */
export function languageOf(text: string): BotLanguage | undefined {
  const words = wordsOf(text);
  const counts = languageCodes
    .map((code) => ({ code, count: words.filter((word) => functionWords[code].has(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  if (first && first.count > (second?.count ?? 0)) return first.code;
  return ofFranc[franc(text, { only: Object.keys(ofFranc), minLength })];
}

export interface LanguageMemory {
  stored: BotLanguage | null;
  /** How many messages in a row were in another language. */
  otherCount: number;
}

/**
 * The reply language, and the state to store: the contact's own, unless two messages in a row differ. The
 * default is English.
 */
export function chooseLanguage(
  text: string,
  { stored, otherCount }: LanguageMemory,
): LanguageMemory & { language: BotLanguage } {
  const detected = languageOf(text);
  if (stored === null) return { language: detected ?? "en", stored: detected ?? null, otherCount: 0 };
  if (detected === undefined || detected === stored)
    return { language: stored, stored, otherCount: detected ? 0 : otherCount };
  return otherCount >= 1
    ? { language: detected, stored: detected, otherCount: 0 }
    : { language: stored, stored, otherCount: otherCount + 1 };
}
