import { connectionSubscriber, ruleSubscriber } from "#app/domain/integrations/subscribers.ts";
import { botSubscriber } from "./domain/bots/subscriber.ts";
import { flowSubscriber } from "./domain/flows/subscriber.ts";
import { notificationSubscriber } from "./domain/record/notifications/subscriber.ts";
import type { Subscriber } from "./domain/record/subscribers.ts";
import { webhookSubscriber } from "./domain/record/webhooks/subscriber.ts";

/** Everything that reacts to events. */
export const subscribers: readonly Subscriber[] = [
  notificationSubscriber,
  webhookSubscriber,
  ruleSubscriber,
  connectionSubscriber,
  flowSubscriber,
  botSubscriber,
];
