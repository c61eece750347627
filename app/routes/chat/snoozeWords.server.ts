import type { CallOutput } from "#app/api/client.server.ts";
import { bestScore } from "#app/domain/messaging/fieldRules.ts";
import { m } from "#messages";
import { untilWords } from "./chatTime.ts";
import { choiceName, shownChoices } from "./snoozeChoices.ts";

type Thread = CallOutput<"GET /conversations/:conversationId">;

/** "Snoozed until …"; null while it is not. */
export const snoozedWords = (until: string | null, now: string): string | null =>
  until === null ? null : m.chat_snoozed_until({ time: untilWords(until, { now }) });

/** The offered times, each with its name and as text. */
export const offeredTimes = ({ choices, now }: CallOutput<"GET /conversations/snooze">) =>
  shownChoices(choices).map(({ choice, value, until }) => ({
    value,
    name: choiceName(choice, until, { now }),
    time: untilWords(until, { now }),
  }));

/** What happened to the conversation, as a line between its messages. */
export function eventWords({ author, until, reason, score, timestamp }: Thread["events"][number]): string {
  if (score !== null) return m.common_satisfaction_score({ score, most: bestScore });
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
