import { formatCount, formatDecimal } from "#app/platform/numbers/counts.ts";
import { longDay } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import type { MailOf } from "./content.ts";
import { greetingFor, type Letter } from "./letter.ts";

/** The figures of a week, each next to that of the week before. */
export function weeklyLetter(content: MailOf<"weekly_report">, brand: string, appUrl: string): Letter {
  const { firstName, businessName, from, to, figures, unsubscribeUrl } = content;
  const { delivered, replies, people, replySeconds, satisfaction } = figures;
  const line = <T extends number | null>(
    label: string,
    [now, before]: readonly T[],
    shown: (n: T) => string,
  ) => m.mails_weekly_line({ label, now: shown(now!), before: shown(before!) });
  const orNone = (shown: (n: number) => string) => (n: number | null) => (n === null ? "–" : shown(n));
  return {
    subject: m.mails_weekly_subject({ businessName, brand }),
    greeting: greetingFor(firstName),
    paragraphs: [
      m.mails_weekly_lead({ businessName, from: longDay(from), to: longDay(to) }),
      line(m.common_delivered(), delivered, formatCount),
      line(m.common_replies(), replies, formatCount),
      line(m.mails_weekly_people(), people, formatCount),
      line(
        m.mails_weekly_reply_time(),
        replySeconds,
        orNone((seconds) => m.mails_weekly_minutes({ minutes: formatCount(Math.round(seconds / 60)) })),
      ),
      ...(satisfaction.every((average) => average === null)
        ? []
        : [line(m.common_satisfaction(), satisfaction, orNone(formatDecimal))]),
    ],
    button: {
      label: m.mails_weekly_button(),
      url: `${appUrl}/analytics?${new URLSearchParams({ from, to })}`,
    },
    note: m.mails_weekly_note({ url: unsubscribeUrl }),
  };
}
