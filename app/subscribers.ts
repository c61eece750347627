import { botSubscriber } from "./domain/bots/subscriber.ts";
import { flowSubscriber } from "./domain/flows/subscriber.ts";
import { connectionSubscriber } from "./domain/integrations/connections/subscriber.ts";
import { ruleSubscriber } from "./domain/integrations/rules/subscriber.ts";
import { notificationSubscriber } from "./domain/record/bellSubscriber.ts";
import type { Subscriber } from "./domain/record/subscribers.ts";
import { webhookSubscriber } from "./domain/record/webhooks/subscriber.ts";
import { moneyWordSubscriber } from "./domain/sales/chatWords/subscriber.ts";
import { cartSubscriber } from "./domain/sales/orders/subscriber.ts";
import { mergedCreditSubscriber } from "./domain/sales/payments/mergeSubscriber.ts";
import { questionSubscriber } from "./domain/sales/questions/subscriber.ts";
import { sequenceSubscriber } from "./domain/sequences/subscriber.ts";

/** Everything that reacts to events. */
export const subscribers: readonly Subscriber[] = [
  notificationSubscriber,
  webhookSubscriber,
  ruleSubscriber,
  connectionSubscriber,
  flowSubscriber,
  sequenceSubscriber,
  botSubscriber,
  cartSubscriber,
  moneyWordSubscriber,
  questionSubscriber,
  mergedCreditSubscriber,
];
