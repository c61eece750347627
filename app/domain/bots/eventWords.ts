import { type WordsOf, words } from "#app/domain/record/eventWords.ts";
import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { labelled, quoted } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import { reasons } from "./words.ts";

const score = ({ right, total }: { right: number; total: number }) =>
  m.events_bot_evaluation_score({ right: formatCount(right), questions: counted(m.counts_questions, total) });

export const botWords: WordsOf<typeof events> = {
  "bot.created": words(m.events_bot_created_title, m.events_bot_created_details),
  "bot.changed": words(m.events_bot_changed_title, m.events_bot_changed_details),
  "bot.deleted": words(m.events_bot_deleted_title, m.events_bot_deleted_details),
  "bot.published": ({ bot, why, ...result }) => ({
    title: m.events_bot_published_title(),
    details: m.events_bot_published_details({ bot, result: score(result), why: why ? `. ${why}` : "" }),
  }),
  "bot.paused": words(m.events_bot_paused_title, m.events_bot_paused_details),
  "bot.evaluated": words(m.events_bot_evaluated_title, ({ bot, ...result }) =>
    labelled(quoted(bot), score(result)),
  ),
  "bot.worse": ({ bot, rightBefore, totalBefore, ...result }) => ({
    title: m.events_bot_worse_title(),
    details: m.events_bot_worse_details({
      bot,
      result: score(result),
      rightBefore: formatCount(rightBefore),
      totalBefore: formatCount(totalBefore),
    }),
  }),
  "bot.entry_added": words(m.events_bot_entry_added_title, ({ bot, question }) =>
    labelled(quoted(bot), question),
  ),
  "bot.entry_changed": words(m.events_bot_entry_changed_title, ({ bot, question }) =>
    labelled(quoted(bot), question),
  ),
  "bot.entry_deleted": words(m.events_bot_entry_deleted_title, ({ bot, question }) =>
    labelled(quoted(bot), question),
  ),
  "bot.source_added": ({ source }) => ({ title: m.events_bot_source_added_title(), details: source }),
  "bot.source_deleted": ({ source }) => ({ title: m.events_bot_source_deleted_title(), details: source }),
  "bot.page_requested": ({ source }) => ({ title: m.events_bot_page_asked_for_title(), details: source }),
  "bot.source_read": words(m.events_bot_source_read_title, ({ source, entries }) =>
    labelled(source, counted(m.counts_entries, entries)),
  ),
  "bot.page_not_read": words(m.events_bot_page_not_read_title, ({ source, problem }) =>
    labelled(source, noteWords(problem)),
  ),
  "bot.question_added": words(m.events_bot_question_added_title, ({ bot, question }) =>
    labelled(quoted(bot), question),
  ),
  "bot.question_deleted": words(m.events_bot_question_deleted_title, ({ bot, question }) =>
    labelled(quoted(bot), question),
  ),
  "bot.handed_over": ({ bot, contact, reason, question }) => ({
    title: m.events_bot_handed_over_title(),
    details: labelled(`${quoted(bot)}, ${contact}`, reasons[reason]),
    notice: {
      title: m.events_bot_handed_over_notice_title({ contact }),
      body: labelled(reasons[reason], question),
    },
  }),
  "bot.silenced": words(m.events_bot_silenced_title, m.events_bot_silenced_details),
  "bot.given_back": words(m.events_bot_given_back_title, m.events_bot_given_back_details),
};
