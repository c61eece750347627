import type { DeliveryState, WebhookEventType } from "#app/db/schema/developers.ts";
import { m } from "#messages";

export type { DeliveryState, WebhookEventType };

/** What an event says, for the form that chooses events. */
export const eventWords: Readonly<Record<WebhookEventType, string>> = {
  get "message.delivered"() {
    return m.labels_a_message_reached_the_persons_phone();
  },
  get "message.read"() {
    return m.labels_the_person_read_it();
  },
  get "message.failed"() {
    return m.labels_it_could_not_be_delivered();
  },
  get "message.received"() {
    return m.labels_a_person_wrote_to_you();
  },
};

export const eventTypes = Object.keys(eventWords) as WebhookEventType[];

export const deliveryWords: Readonly<Record<DeliveryState, string>> = {
  get waiting() {
    return m.labels_waiting();
  },
  get delivered() {
    return m.labels_delivered();
  },
  get failed() {
    return m.labels_failed();
  },
  get off() {
    return m.labels_not_sent_endpoint_off();
  },
};
