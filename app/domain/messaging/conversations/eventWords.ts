import type * as events from "#app/domain/messaging/events.ts";
import { bestScore } from "#app/domain/messaging/fieldRules.ts";
import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { longMinute } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { snoozeEnds } from "./words.ts";

const when = (time: string) => m.events_time_in_kenya({ time: longMinute(new Date(time)) });

/** The events of snoozes, macros and satisfaction. */
export const ownEventWords: Pick<
  WordsOf<typeof events>,
  | "conversation.macro_run"
  | "conversation.satisfaction_answered"
  | "conversation.snoozed"
  | "conversation.unsnoozed"
> = {
  "conversation.macro_run": ({ contact, macro }) => ({
    title: m.events_macro_run_title(),
    details: labelled(contact, macro),
  }),
  "conversation.satisfaction_answered": ({ contact, score }) => ({
    title: m.events_satisfaction_answered_title(),
    details: labelled(contact, m.common_satisfaction_score({ score, most: bestScore })),
  }),
  "conversation.snoozed": ({ contact, until }) => ({
    title: m.events_conversation_snoozed_title(),
    details: m.events_conversation_snoozed_details({ contact, until: when(until) }),
  }),
  "conversation.unsnoozed": ({ contact, reason }) => ({
    title: m.events_conversation_unsnoozed_title(),
    details: labelled(contact, snoozeEnds[reason]),
    notice: { title: m.events_conversation_returned_notice(), body: contact },
  }),
};
