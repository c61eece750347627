import { messageReceived } from "#app/domain/messaging/events.ts";
import { conversationsOf, type Subscriber } from "#app/domain/record/subscribers.ts";
import { customerWroteJob } from "./jobs.ts";

/** Consecutive messages are one turn: the reply waits until none arrived for this long. */
export const turnEndsAfterMs = 3000;

/** Replies to a customer's message, if the organisation has a live bot. */
export const botSubscriber: Subscriber = {
  kind: "bot",
  wants: ({ name }) => name === messageReceived.name,
  expressions: () => `bot as (
  select 1 where exists (select 1 from bots where org_id = $1 and status = 'live')
    and not exists (select 1 from feature_switches where org_id = $1 and feature = 'bots' and ended_at is null)
)`,
  async enqueue(tx, { orgId, jobs, clock }, events) {
    const startAfter = new Date(clock.now().getTime() + turnEndsAfterMs);
    for (const conversationId of conversationsOf(events, messageReceived))
      await jobs.enqueue(
        customerWroteJob,
        { orgId, conversationId },
        { tx, startAfter, key: conversationId },
      );
  },
};
