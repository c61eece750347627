import { countOf } from "#app/platform/counts.ts";
import type * as events from "./events.ts";
import type { WordsOf } from "./eventWords.ts";

export const recordWords: WordsOf<typeof events> = {
  "webhook_endpoint.added": ({ url }) => ({ title: "Webhook endpoint added", details: url }),
  "webhook_endpoint.changed": ({ url }) => ({ title: "Webhook endpoint changed", details: url }),
  "webhook_endpoint.deleted": ({ url }) => ({ title: "Webhook endpoint deleted", details: url }),
  "webhook_endpoint.secret_rotated": ({ url }) => ({ title: "Webhook secret rotated", details: url }),
  "webhook_endpoint.switched_off": ({ url, gone }) => ({
    title: "Webhook switched off",
    details: gone
      ? `${url} answered 410 Gone. What happens is kept for it.`
      : `${url} failed for five days. What happens is kept for it.`,
  }),
  "webhooks.replayed": ({ url, deliveries }) => ({
    title: "Webhooks replayed",
    details: `${countOf(deliveries, "delivery", "deliveries")} to ${url}`,
  }),
  "notifications.chosen": () => ({ title: "Notifications chosen", details: "" }),
  "legacy.noted": ({ action, details }) => ({ title: action, details }),
};
