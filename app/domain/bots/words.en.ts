import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { countOf, formatCount } from "#app/platform/counts.ts";
import type * as events from "./events.ts";
import { reasons } from "./words.ts";

const score = ({ right, total }: { right: number; total: number }) =>
  `${formatCount(right)} of ${countOf(total, "question")} right`;

export const botWords: WordsOf<typeof events> = {
  "bot.created": ({ bot }) => ({ title: "Bot made", details: `“${bot}” was made` }),
  "bot.changed": ({ bot }) => ({ title: "Bot changed", details: `“${bot}” was changed` }),
  "bot.deleted": ({ bot }) => ({
    title: "Bot deleted",
    details: `“${bot}” was deleted with all that it knew`,
  }),
  "bot.published": ({ bot, why, ...result }) => ({
    title: "Bot published",
    details: `“${bot}” answers customers: ${score(result)}${why ? `. ${why}` : ""}`,
  }),
  "bot.paused": ({ bot }) => ({ title: "Bot paused", details: `“${bot}” answers nobody` }),
  "bot.evaluated": ({ bot, ...result }) => ({
    title: "Bot evaluated",
    details: `“${bot}”: ${score(result)}`,
  }),
  "bot.worse": ({ bot, rightBefore, totalBefore, ...result }) => ({
    title: "Bot got worse",
    details: `“${bot}”: ${score(result)}; when it was published, ${formatCount(rightBefore)} of ${formatCount(totalBefore)}`,
  }),
  "bot.entry_added": ({ bot, question }) => ({ title: "Bot entry added", details: `“${bot}”: ${question}` }),
  "bot.entry_changed": ({ bot, question }) => ({
    title: "Bot entry changed",
    details: `“${bot}”: ${question}`,
  }),
  "bot.entry_deleted": ({ bot, question }) => ({
    title: "Bot entry deleted",
    details: `“${bot}”: ${question}`,
  }),
  "bot.source_added": ({ source }) => ({ title: "Bot source added", details: source }),
  "bot.source_deleted": ({ source }) => ({ title: "Bot source deleted", details: source }),
  "bot.page_asked_for": ({ source }) => ({ title: "Page to be read again", details: source }),
  "bot.source_read": ({ source, entries }) => ({
    title: "Bot source read",
    details: `${source}: ${countOf(entries, "entry", "entries")}`,
  }),
  "bot.page_not_read": ({ source, problem }) => ({
    title: "Page not read",
    details: `${source}: ${problem}`,
  }),
  "bot.question_added": ({ bot, question }) => ({
    title: "Evaluation question added",
    details: `“${bot}”: ${question}`,
  }),
  "bot.question_deleted": ({ bot, question }) => ({
    title: "Evaluation question deleted",
    details: `“${bot}”: ${question}`,
  }),
  "bot.handed_over": ({ bot, contact, reason, asked }) => ({
    title: "Bot handed over",
    details: `“${bot}”, ${contact}: ${reasons[reason]}`,
    told: { title: `${contact} needs a person`, body: `${reasons[reason]}: ${asked}` },
  }),
  "bot.silenced": ({ bot, contact }) => ({
    title: "Bot silent",
    details: `“${bot}” is silent, since a member wrote to ${contact}`,
  }),
  "bot.given_back": ({ bot, contact }) => ({
    title: "Conversation given back to the bot",
    details: `“${bot}” answers ${contact} again`,
  }),
};
