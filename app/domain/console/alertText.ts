import { counted, formatCount } from "#app/platform/numbers/counts.ts";
import { percentText } from "#app/platform/numbers/percent.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import { serviceName } from "./words.ts";

/** Above these there is an alert; failures are those of an hour. */
export const alertLimits = { queueMinutes: 5, failedJobs: 20, webhookMinutes: 1, failedPercent: 20 };

const minutes = (count: number): string => counted(m.counts_minutes, count);

const limits: Record<string, () => string> = {
  "queue:oldest": () => m.mails_alert_queue_waits({ time: minutes(alertLimits.queueMinutes) }),
  "queue:failed": () => m.mails_alert_queue_failed({ jobs: formatCount(alertLimits.failedJobs) }),
  "webhooks:lag": () => m.mails_alert_webhooks_wait({ time: minutes(alertLimits.webhookMinutes) }),
  "messages:failing": () => m.mails_alert_messages_fail({ share: percentText(alertLimits.failedPercent) }),
  "memory:used": m.mails_alert_memory,
  "ledger:broken": m.mails_alert_ledger,
};

/** An alert in its reader's language. `message` is the note of a failing service. */
export function alertText({
  rule,
  service,
  message,
}: {
  rule: string;
  service: string;
  message: string;
}): string {
  const limit = limits[rule];
  if (limit) return limit();
  const words = rule.endsWith(":down") ? m.mails_alert_down : m.mails_alert_degraded;
  const text = words({ service: serviceName(service) });
  return message ? labelled(text, noteWords(message)) : text;
}
