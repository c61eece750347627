import type { CallOutput } from "#app/api/client.server.ts";
import { m } from "#messages";
import { untilWords } from "./chatTime.ts";
import { choiceName, shownChoices } from "./snoozeChoices.ts";

/* Worded here, so that the conversation's page loads no texts for it. */

type Thread = CallOutput<"GET /conversations/:conversationId">;

/** "Snoozed until …"; null while it is not. */
export const snoozedWords = (until: string | null, now: string): string | null =>
  until === null ? null : m.chat_snoozed_until({ time: untilWords(until, { now }) });

/** A thread with its events as lines, and its snooze as text. */
export const wordedThread = ({ events, ...thread }: Thread) => ({
  ...thread,
  events: events.map((event) => ({ id: event.id, timestamp: event.timestamp, line: eventWords(event) })),
  snoozed: snoozedWords(thread.conversation.snoozedUntil, thread.now),
});

export type WordedThread = ReturnType<typeof wordedThread>;

/** The conversations of a list, snoozed ones with the time of their return. */
export const wordedList = (list: CallOutput<"GET /conversations">) => ({
  ...list,
  conversations: list.conversations.map((conversation) => ({
    ...conversation,
    returns:
      conversation.state === "snoozed" && conversation.snoozedUntil
        ? m.chat_row_snoozed_until({ time: untilWords(conversation.snoozedUntil, list) })
        : null,
  })),
});

/** The offered times, each with its name and as text. */
export const offeredTimes = ({ choices, now }: CallOutput<"GET /conversations/snooze">) =>
  shownChoices(choices).map(({ choice, value, until }) => ({
    value,
    name: choiceName(choice, until, { now }),
    time: untilWords(until, { now }),
  }));

function eventWords({ author, until, reason, timestamp }: Thread["events"][number]): string {
  if (until !== null) {
    // As it was said then, not as of today.
    const time = untilWords(until, { now: timestamp });
    if (!author) return m.chat_snoozed_until({ time });
    return author.isYou
      ? m.chat_thread_snoozed_by_you({ time })
      : m.chat_thread_snoozed_by({ name: author.firstName, time });
  }
  if (reason === "customer_wrote") return m.chat_thread_unsnoozed_customer_wrote();
  if (reason === "handed_over") return m.chat_thread_unsnoozed_handed_over();
  if (reason === "closed") return m.chat_thread_unsnoozed_closed();
  if (reason !== "ended_early" || !author) return m.chat_thread_unsnoozed();
  return author.isYou
    ? m.chat_thread_unsnoozed_by_you()
    : m.chat_thread_unsnoozed_by({ name: author.firstName });
}
