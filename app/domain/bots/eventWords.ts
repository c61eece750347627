import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import { reasons } from "./words.ts";

const score = ({ right, total }: { right: number; total: number }) =>
  m.events_of_right({ right: formatCount(right), questions: counted(m.counts_questions, total) });

export const botWords: WordsOf<typeof events> = {
  "bot.created": ({ bot }) => ({ title: m.events_bot_made(), details: m.events_was_made({ bot }) }),
  "bot.changed": ({ bot }) => ({ title: m.events_bot_changed(), details: m.events_was_changed({ bot }) }),
  "bot.deleted": ({ bot }) => ({
    title: m.events_bot_deleted(),
    details: m.events_was_deleted_with_all_that_it({ bot }),
  }),
  "bot.published": ({ bot, why, ...result }) => ({
    title: m.events_bot_published(),
    details: m.events_answers_customers({ bot, result: score(result), why: why ? `. ${why}` : "" }),
  }),
  "bot.paused": ({ bot }) => ({ title: m.events_bot_paused(), details: m.events_answers_nobody({ bot }) }),
  "bot.evaluated": ({ bot, ...result }) => ({
    title: m.events_bot_evaluated(),
    details: labelled(quoted(bot), score(result)),
  }),
  "bot.worse": ({ bot, rightBefore, totalBefore, ...result }) => ({
    title: m.events_bot_got_worse(),
    details: m.events_when_it_was_published_of({
      bot,
      result: score(result),
      rightBefore: formatCount(rightBefore),
      totalBefore: formatCount(totalBefore),
    }),
  }),
  "bot.entry_added": ({ bot, question }) => ({
    title: m.events_bot_entry_added(),
    details: labelled(quoted(bot), question),
  }),
  "bot.entry_changed": ({ bot, question }) => ({
    title: m.events_bot_entry_changed(),
    details: labelled(quoted(bot), question),
  }),
  "bot.entry_deleted": ({ bot, question }) => ({
    title: m.events_bot_entry_deleted(),
    details: labelled(quoted(bot), question),
  }),
  "bot.source_added": ({ source }) => ({ title: m.events_bot_source_added(), details: source }),
  "bot.source_deleted": ({ source }) => ({ title: m.events_bot_source_deleted(), details: source }),
  "bot.page_asked_for": ({ source }) => ({ title: m.events_page_to_be_read_again(), details: source }),
  "bot.source_read": ({ source, entries }) => ({
    title: m.events_bot_source_read(),
    details: labelled(source, counted(m.counts_entries, entries)),
  }),
  "bot.page_not_read": ({ source, problem }) => ({
    title: m.events_bot_source_not_read(),
    details: labelled(source, noteWords(problem)),
  }),
  "bot.question_added": ({ bot, question }) => ({
    title: m.events_evaluation_question_added(),
    details: labelled(quoted(bot), question),
  }),
  "bot.question_deleted": ({ bot, question }) => ({
    title: m.events_evaluation_question_deleted(),
    details: labelled(quoted(bot), question),
  }),
  "bot.handed_over": ({ bot, contact, reason, asked }) => ({
    title: m.events_bot_handed_over(),
    details: labelled(`${quoted(bot)}, ${contact}`, reasons[reason]),
    told: { title: m.events_needs_a_person({ contact }), body: labelled(reasons[reason], asked) },
  }),
  "bot.silenced": ({ bot, contact }) => ({
    title: m.events_bot_silent(),
    details: m.events_is_silent_since_a_member_wrote({ bot, contact }),
  }),
  "bot.given_back": ({ bot, contact }) => ({
    title: m.events_conversation_given_back_to_the_bot(),
    details: m.events_answers_again({ bot, contact }),
  }),
};
