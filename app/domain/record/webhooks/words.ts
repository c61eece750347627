import type { DeliveryState, WebhookEventType } from "#app/db/schema/developers.ts";
import { lazy } from "#app/platform/lazy.ts";
import { m } from "#messages";

export type { DeliveryState, WebhookEventType };

/** What an event says, for the form that chooses events. */
export const eventWords: Readonly<Record<WebhookEventType, string>> = lazy({
  "message.delivered": m.labels_a_message_reached_the_persons_phone,
  "message.read": m.labels_the_person_read_it,
  "message.failed": m.labels_it_could_not_be_delivered,
  "message.received": m.labels_a_person_wrote_to_you,
});

export const eventTypes = Object.keys(eventWords) as WebhookEventType[];

export const deliveryWords: Readonly<Record<DeliveryState, string>> = lazy({
  waiting: m.labels_waiting,
  delivered: m.labels_delivered,
  failed: m.labels_failed,
  off: m.labels_not_sent_endpoint_off,
});
