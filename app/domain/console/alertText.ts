import { noteWords } from "#app/platform/text/notes.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";
import { serviceName } from "./words.ts";

const limits: Record<string, () => string> = {
  "queue:oldest": m.mails_alert_queue_waits,
  "queue:failed": m.mails_alert_queue_failed,
  "webhooks:lag": m.mails_alert_webhooks_wait,
  "messages:failing": m.mails_alert_messages_fail,
  "memory:used": m.mails_alert_memory,
};

/** An alert in its reader's language. A service's own status text is unchanged. */
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
  const state = rule.endsWith(":down") ? "down" : "degraded";
  const stored = `${service} is ${state}`;
  if (!message.startsWith(stored)) return message;
  const words = state === "down" ? m.mails_alert_down : m.mails_alert_degraded;
  const [, detail] = /^: (.*)$/s.exec(message.slice(stored.length)) ?? [];
  const text = words({ service: serviceName(service) });
  return detail ? labelled(text, noteWords(detail)) : text;
}
