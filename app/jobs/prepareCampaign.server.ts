import { z } from "zod";
import { prepareCampaign } from "#app/domain/campaigns/prepare.server.ts";
import { dueCampaigns } from "#app/domain/campaigns/queries.server.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { job } from "./jobs.server.ts";

const nobody = { userId: null, ipAddress: null, userAgent: null };

/** Writes the recipients of a started campaign. */
export const prepareCampaignJob = job({
  name: "prepare-campaign",
  payload: z.object({ orgId: z.string(), campaignId: z.string() }),
  async run(services, { orgId, campaignId }) {
    await prepareCampaign({
      ctx: { ...services, orgId: orgId as OrgId, actor: nobody },
      input: { campaignId },
    });
  },
});

/** Every minute: campaigns whose time has come although their own job did not get to them. */
export const prepareDueCampaignsJob = job({
  name: "prepare-due-campaigns",
  payload: z.object({}),
  every: "* * * * *",
  async run(services) {
    for (const due of await dueCampaigns(services)) await prepareCampaignJob.run(services, due);
  },
});
