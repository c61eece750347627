import { cartReceived } from "#app/domain/messaging/events.ts";
import type { Subscriber } from "#app/domain/record/subscribers.ts";
import { placeCarts } from "./placeCarts.server.ts";

/** Turns the carts that customers send into orders, in the transaction of their messages. */
export const cartSubscriber: Subscriber = {
  kind: "cart",
  wants: ({ name }) => name === cartReceived.name,
  expressions: () => "cart as (select 1)",
  enqueue: (tx, ctx, events) =>
    placeCarts(
      tx,
      ctx,
      events.flatMap(({ name, subject_id }) => (name === cartReceived.name ? (subject_id ?? []) : [])),
    ),
};
