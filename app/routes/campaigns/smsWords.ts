import type { CallOutput } from "#app/api/client.server.ts";
import { waitWords } from "#app/domain/messaging/sms/words.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";

type Sms = NonNullable<CallOutput<"GET /sequences/:sequenceId/quote">["sms"]>;

/** When an SMS follows, and what it costs in place of the message. */
export function smsWords({
  waitSeconds,
  partCents,
  mostCents,
}: Pick<Sms, "waitSeconds" | "partCents" | "mostCents">): string {
  const wait = waitWords(waitSeconds);
  if (partCents === 0) return m.campaigns_quote_sms_own({ wait });
  return m.campaigns_quote_sms_text({ wait, most: formatKes(mostCents) });
}
