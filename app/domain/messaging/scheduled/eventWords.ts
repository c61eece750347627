import type * as events from "#app/domain/messaging/events.ts";
import type { WordsOf } from "#app/domain/record/eventWords.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { longMinute } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";

const when = (time: string) => m.events_time_in_kenya({ time: longMinute(new Date(time)) });

type Words = WordsOf<typeof events>;

/** The events of scheduled messages. */
export const scheduledEventWords: Pick<
  Words,
  "message.scheduled" | "message.rescheduled" | "message.schedule_cancelled" | "message.schedule_failed"
> = {
  "message.scheduled": ({ contact, sendAt }) => ({
    title: m.events_message_scheduled_title(),
    details: m.events_message_scheduled_details({ contact, time: when(sendAt) }),
  }),
  "message.rescheduled": ({ contact, sendAt }) => ({
    title: m.events_message_rescheduled_title(),
    details: m.events_message_scheduled_details({ contact, time: when(sendAt) }),
  }),
  "message.schedule_cancelled": ({ contact, sendAt }) => ({
    title: m.events_schedule_cancelled_title(),
    details: m.events_message_scheduled_details({ contact, time: when(sendAt) }),
  }),
  "message.schedule_failed": ({ contact, problem }) => ({
    title: m.events_schedule_failed_title(),
    details: labelled(contact, noteWords(problem)),
    notice: { title: m.events_schedule_failed_title(), body: labelled(contact, noteWords(problem)) },
  }),
};
