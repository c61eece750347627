import type { CallOutput } from "#app/api/client.server.ts";
import { nairobi } from "#app/platform/time/nairobiTime.ts";
import { toZoneInput } from "#app/platform/time/zones.ts";
import { m } from "#messages";
import { untilWords } from "./chatTime.ts";
import { choiceName, shownChoices } from "./snoozeChoices.ts";

type Later = CallOutput<"GET /conversations/:conversationId/scheduled">;

interface ZonedClock {
  now: string;
  timezone: string;
}

/** When a message is sent, by the clocks of the organisation; named where they differ from those of the chat. */
export function sendTimeWords(at: string, { now, timezone }: ZonedClock): string {
  const time = untilWords(at, { now, timeZone: timezone });
  const moment = new Date(at);
  if (toZoneInput(moment, timezone) === toZoneInput(moment, nairobi)) return time;
  const place = timezone.split("/").at(-1)!.replaceAll("_", " ");
  return m.chat_later_time_zone({ time, place });
}

/** What the form offers, in words. */
export function sendLaterWords(later: Later, { isTemplate }: { isTemplate: boolean }) {
  const { earliest, latest, windowEndsAt } = later;
  return {
    times: shownChoices(later.choices).map(({ choice, value, until }) => ({
      value,
      name: choiceName(choice, until, later),
      time: sendTimeWords(until, later),
    })),
    earliest,
    latest: isTemplate ? null : latest,
    windowHint:
      isTemplate || windowEndsAt === null
        ? null
        : m.chat_later_window_hint({ time: sendTimeWords(windowEndsAt, later) }),
  };
}

export type SendLater = ReturnType<typeof sendLaterWords>;
