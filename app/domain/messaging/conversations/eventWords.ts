import type * as events from "#app/domain/messaging/events.ts";
import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { longMinute } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { snoozeEnds } from "./words.ts";

const when = (time: string) => m.events_time_in_kenya({ time: longMinute(new Date(time)) });

/** The events of snoozes and macros. */
export const ownEventWords: Pick<
  WordsOf<typeof events>,
  "conversation.macro_run" | "conversation.snoozed" | "conversation.unsnoozed"
> = {
  "conversation.macro_run": ({ contact, macro }) => ({
    title: m.events_macro_run_title(),
    details: labelled(contact, macro),
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
