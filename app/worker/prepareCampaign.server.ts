import { z } from "zod";
import { prepareCampaign } from "#app/domain/messaging/campaigns/prepare.server.ts";
import { dueCampaigns } from "#app/domain/messaging/campaigns/queries.server.ts";
import { prepareCampaignJob } from "#app/domain/messaging/jobs.ts";
import { systemContext } from "#app/platform/context.ts";
import { job } from "#app/platform/jobs.ts";
import { handler } from "./handler.ts";

export const prepareCampaignHandler = handler(prepareCampaignJob, (services, { orgId, campaignId }) =>
  prepareCampaign({ ctx: systemContext(services, orgId, "prepare-campaign"), input: { campaignId } }),
);

/** Every minute: due campaigns whose own job did not start them. */
export const prepareDueCampaignsHandler = handler(
  job({ name: "prepare-due-campaigns", payload: z.object({}), every: "* * * * *" }),
  async (services) => {
    for (const due of await dueCampaigns(services))
      await services.jobs.enqueue(prepareCampaignJob, due, { key: due.campaignId });
  },
);
