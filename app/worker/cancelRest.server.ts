import { z } from "zod";
import { cancelRest } from "#app/domain/messaging/campaigns/cancelRows.server.ts";
import { cancelledWithQueued } from "#app/domain/messaging/campaigns/queries.server.ts";
import { cancelRestJob } from "#app/domain/messaging/jobs.ts";
import { systemContext } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const cancelRestHandler = handler(cancelRestJob, (services, { orgId, campaignId }) =>
  cancelRest({ ctx: systemContext(services, orgId, "cancel-rest"), input: { campaignId } }),
);

/** Every minute: cancelled campaigns whose own job did not finish. */
export const cancelLeftoversHandler = handler(
  job({ name: "cancel-leftovers", payload: z.object({}), every: "* * * * *" }),
  async (services) => {
    for (const left of await cancelledWithQueued(services))
      await services.jobs.enqueue(cancelRestJob, left, { key: left.campaignId });
  },
);
