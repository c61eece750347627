import type { DeliveryState, WebhookEventType } from "#app/db/schema/developers.ts";

export type { DeliveryState, WebhookEventType };

/** What an event says, for the form that chooses events. */
export const eventWords: Readonly<Record<WebhookEventType, string>> = {
  "message.delivered": "A message reached the person's phone",
  "message.read": "The person read it",
  "message.failed": "It could not be delivered",
  "message.received": "A person wrote to you",
};

export const eventTypes = Object.keys(eventWords) as WebhookEventType[];

export const deliveryWords: Readonly<Record<DeliveryState, string>> = {
  waiting: "Waiting",
  sending: "Sending",
  delivered: "Delivered",
  failed: "Failed",
  off: "Not sent, endpoint off",
};
