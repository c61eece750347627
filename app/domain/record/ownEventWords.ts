import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import type { WordsOf } from "./eventWords.ts";

export const recordWords: WordsOf<typeof events> = {
  "webhook_endpoint.added": ({ url }) => ({ title: m.events_webhook_endpoint_added(), details: url }),
  "webhook_endpoint.changed": ({ url }) => ({ title: m.events_webhook_endpoint_changed(), details: url }),
  "webhook_endpoint.deleted": ({ url }) => ({ title: m.events_webhook_endpoint_deleted(), details: url }),
  "webhook_endpoint.secret_rotated": ({ url }) => ({
    title: m.events_webhook_secret_rotated(),
    details: url,
  }),
  "webhook_endpoint.switched_off": ({ url, gone }) => ({
    title: m.events_webhook_switched_off(),
    details: gone
      ? m.events_answered_410_gone_what_happens_is({ url })
      : m.events_failed_for_five_days_what_happens({ url }),
  }),
  "webhooks.replayed": ({ url, deliveries }) => ({
    title: m.events_webhooks_replayed(),
    details: m.events_what_to_whom({ what: counted(m.counts_deliveries, deliveries), whom: url }),
  }),
  "notifications.chosen": () => ({ title: m.events_notifications_chosen(), details: "" }),
  "legacy.noted": ({ action, details }) => ({ title: action, details }),
};
