import type { BotLanguage, Reason } from "../words.ts";
import { replies } from "./replies.ts";
import type { Found } from "./retrieve.server.ts";
import type { Intent } from "./rules.ts";

/** From this score on the best entry is the answer, if it leads the next one clearly. */
export const sureScore = 0.5;
const clearLead = 0.06;
/** From this score on the next entry does not matter. */
const certainScore = 0.75;
const fewWords = 2;
/** Below this score no entry is similar to the question. */
export const floorScore = 0.3;

/** The reply to a turn. `listed`: entries to offer in a list. */
export interface Decision {
  outcome: "answered" | "asked" | "refused" | "handed_over";
  reason?: Reason;
  reply: string;
  entryIds: string[];
  listed?: Found[];
  score: number;
}

const isAhead = ([first, second]: readonly Found[]): boolean =>
  first !== undefined && first.score - (second?.score ?? 0) >= clearLead;

export const isSure = (found: readonly Found[]): boolean => {
  const score = found[0]?.score ?? 0;
  return score >= certainScore || (score >= sureScore && isAhead(found));
};

/**
 * One or two words, such as “price?” and “how much”, are in many questions: the best entry must lead clearly,
 * and a single word must match nearly all of it.
 */
const isMeantByFewWords = (found: readonly Found[], wordCount: number): boolean =>
  isAhead(found) && (wordCount > 1 || found[0]!.score >= certainScore);

interface BotWords {
  about: string;
  openingHours: string;
}

export function handOverDecision(bot: BotWords, language: BotLanguage, reason: Reason, score = 0): Decision {
  return {
    outcome: "handed_over",
    reason,
    reply: replies[language].handOver(bot.openingHours),
    entryIds: [],
    score,
  };
}

/** A reply without a lookup; undefined for a question. */
export function decideByIntent(bot: BotWords, language: BotLanguage, intent: Intent): Decision | undefined {
  const texts = replies[language];
  const none = { entryIds: [], score: 0 };
  switch (intent.kind) {
    case "handover":
      return handOverDecision(bot, language, intent.reason);
    case "injection":
      return { outcome: "refused", reason: "injection", reply: texts.refusal(bot.about), ...none };
    case "greeting":
      return { outcome: "answered", reply: texts.greeting(bot.about), ...none };
    case "thanks":
      return { outcome: "answered", reply: texts.thanks, ...none };
    case "wordless":
      return { outcome: "refused", reason: "no_words", reply: texts.askForWords, ...none };
    case "question":
      return undefined;
  }
}

/**
 * The reply to a question of this many words from the found entries, without a model: the best one, a choice
 * of three, or a refusal.
 */
export function decideByEntries(
  bot: BotWords,
  language: BotLanguage,
  found: readonly Found[],
  wordCount: number,
): Decision {
  const [best] = found;
  if (!best || best.score < floorScore)
    return {
      outcome: "refused",
      reason: "off_topic",
      reply: replies[language].refusal(bot.about),
      entryIds: [],
      score: best?.score ?? 0,
    };
  if (isSure(found) && (wordCount > fewWords || isMeantByFewWords(found, wordCount)))
    return { outcome: "answered", reply: best.answer, entryIds: [best.entryId], score: best.score };
  const listed = found.filter(({ score }) => score >= floorScore * 0.8);
  return {
    outcome: "asked",
    reply: replies[language].didYouMean,
    entryIds: listed.map(({ entryId }) => entryId),
    listed,
    score: best.score,
  };
}
