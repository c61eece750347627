import { describe, expect, it } from "vitest";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  refusalOf,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();

describe("another organisation's campaign", () => {
  it("is not found by any call, and stays unchanged", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    await addContacts(platform, org, 2);
    const campaignId = await draftCampaign(platform, org, sender);
    const stranger = await createPrepaidOrg(platform);
    const own = await connectWhatsapp(platform, stranger);
    const calls: [string, Record<string, unknown>][] = [
      ["GET /campaigns/:campaignId", {}],
      ["PUT /campaigns/:campaignId", { name: "Mine", ...own }],
      ["DELETE /campaigns/:campaignId", {}],
      ["PUT /campaigns/:campaignId", { audience: { kind: "all" } }],
      ["POST /campaigns/compose", {}],
      ["PUT /campaigns/:campaignId", { variables: {} }],
      ["PUT /campaigns/:campaignId", { scheduledFor: null }],
      ["POST /campaigns/:campaignId/reschedule", { scheduledFor: "2099-01-01T09:00:00Z" }],
      ["POST /campaigns/:campaignId/preview", {}],
      ["POST /campaigns/:campaignId/quote", {}],
      ["POST /campaigns/:campaignId/start", {}],
      ["POST /campaigns/:campaignId/pause", {}],
      ["POST /campaigns/:campaignId/resume", {}],
      ["POST /campaigns/:campaignId/cancel", {}],
      ["POST /campaigns/:campaignId/retry-failed", {}],
      ["GET /campaigns/:campaignId/progress", {}],
      ["GET /campaigns/:campaignId/events", {}],
      ["GET /campaigns/:campaignId/recipients", {}],
      ["GET /campaigns/:campaignId/recipients.csv", {}],
    ];
    for (const [key, input] of calls)
      expect(await refusalOf(platform, key, { campaignId, ...input }, stranger), key).toMatchObject({
        status: 404,
        code: "campaign.not_found",
      });
    const [row] = await platform.services.db.withOrg(org.orgId, (tx) => tx.select().from(campaigns));
    expect(row).toMatchObject({ status: "draft", name: "Orders" });
  });

  it("does not share its template or number with a new campaign", async () => {
    const org = await createPrepaidOrg(platform);
    const sender = await connectWhatsapp(platform, org);
    const stranger = await createPrepaidOrg(platform);
    const own = await connectWhatsapp(platform, stranger);
    const form = { name: "Sale", key: "foreign-key" };
    expect(
      await refusalOf(
        platform,
        "POST /campaigns",
        { ...form, templateId: sender.templateId, phoneNumberId: own.phoneNumberId },
        stranger,
      ),
    ).toMatchObject({ status: 404, code: "template.not_found" });
    expect(
      await refusalOf(
        platform,
        "POST /campaigns",
        { ...form, templateId: own.templateId, phoneNumberId: sender.phoneNumberId },
        stranger,
      ),
    ).toMatchObject({ status: 404, code: "whatsapp_number.not_found" });
  });
});
