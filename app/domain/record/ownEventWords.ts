import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import type * as events from "./events.ts";
import type { WordsOf } from "./eventWords.ts";

export const recordWords: WordsOf<typeof events> = {
  "webhook_endpoint.added": ({ url }) => ({ title: m.events_webhook_endpoint_added_title(), details: url }),
  "webhook_endpoint.changed": ({ url }) => ({
    title: m.events_webhook_endpoint_changed_title(),
    details: url,
  }),
  "webhook_endpoint.deleted": ({ url }) => ({
    title: m.events_webhook_endpoint_deleted_title(),
    details: url,
  }),
  "webhook_endpoint.secret_rotated": ({ url }) => ({
    title: m.events_webhook_secret_rotated_title(),
    details: url,
  }),
  "webhook_endpoint.switched_off": ({ url, gone }) => ({
    title: m.events_webhook_switched_off_title(),
    details: gone
      ? m.events_webhook_off_gone_details({ url })
      : m.events_webhook_off_failing_details({ url }),
  }),
  "webhooks.replayed": ({ url, deliveries }) => ({
    title: m.events_webhooks_replayed_title(),
    details: m.events_what_to_whom({ what: counted(m.counts_deliveries, deliveries), whom: url }),
  }),
  "notifications.chosen": () => ({ title: m.events_notifications_chosen_title(), details: "" }),
  "legacy.noted": ({ action, details }) => ({ title: action, details }),
};
