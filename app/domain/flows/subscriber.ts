import { messageReceived } from "#app/domain/messaging/events.ts";
import { conversationsOf, type Subscriber } from "#app/domain/record/subscribers.ts";
import { runFlowJob } from "./jobs.ts";

/** Runs the flow of a conversation when its customer writes, if the organisation has a live or running flow. */
export const flowSubscriber: Subscriber = {
  kind: "flow",
  wants: ({ name }) => name === messageReceived.name,
  expressions: () => `flow as (
  select 1 where (exists (select 1 from flows where org_id = $1 and status = 'live')
      or exists (select 1 from flow_sessions where org_id = $1 and status = 'running'))
    and not exists (select 1 from feature_switches where org_id = $1 and feature = 'flows' and ended_at is null)
)`,
  async enqueue(tx, { orgId, jobs }, events) {
    // Without a key, so that a second message within the same second gets its own job.
    for (const conversationId of conversationsOf(events, messageReceived))
      await jobs.enqueue(runFlowJob, { orgId, conversationId }, { tx });
  },
};
