import { laterHours, type SnoozeChoice } from "#app/domain/messaging/conversations/words.ts";
import { m } from "#messages";
import { type ChatClock, dayKey } from "./chatTime.ts";

/** Each time once: on a Sunday, tomorrow is the next Monday. */
export const shownChoices = <Choice extends { value: string }>(choices: readonly Choice[]): Choice[] =>
  choices.filter(({ value }, n) => choices.findIndex((other) => other.value === value) === n);

/** The name of an offered time. Three hours late in the evening are no longer today. */
export function choiceName(choice: SnoozeChoice, until: string, { now }: ChatClock): string {
  if (choice === "tomorrow") return m.chat_snooze_tomorrow();
  if (choice === "monday") return m.chat_snooze_next_monday();
  return dayKey(until) === dayKey(now)
    ? m.chat_snooze_later_today()
    : m.chat_snooze_in_hours({ hours: laterHours });
}
