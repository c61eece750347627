import { and, eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { monthlyUsage } from "#app/db/schema/money/ledger.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { addContacts, connectWhatsapp, draftCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform({ startsAt: "2026-11-28T09:00:00Z" });

const use = (org: TestOrg, month: string, includedUsed: number) =>
  platform.services.db.withOrg(org.orgId, (tx) =>
    tx.insert(monthlyUsage).values({ orgId: org.orgId, month, includedUsed }),
  );
const heldIn = async (org: TestOrg, month: string) => {
  const [usage] = await platform.services.db.withOrg(org.orgId, (tx) =>
    tx
      .select()
      .from(monthlyUsage)
      .where(and(eq(monthlyUsage.orgId, org.orgId), eq(monthlyUsage.month, month))),
  );
  return usage && { held: usage.includedHeld, used: usage.includedUsed };
};

/** A draft to three contacts of an organisation that has used up its November allowance. */
async function draftFor(scheduledFor: string | null) {
  const org = await platform.createOrg();
  await use(org, "2026-11", 1000);
  const sender = await connectWhatsapp(platform, org);
  await addContacts(platform, org, 3);
  const campaignId = await draftCampaign(platform, org, sender);
  await platform.call("PUT /campaigns/:campaignId", { campaignId, scheduledFor }, org);
  const { price } = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
  return { org, campaignId, price };
}

it("a campaign that is sent now is quoted with this month's included messages", async () => {
  const { price } = await draftFor(null);
  expect(price).toMatchObject({ month: "2026-11", includedMessages: 0, paidMessages: 3 });
});

it("a campaign that is scheduled for next month takes that month's included messages", async () => {
  // In Nairobi it is December already.
  const { org, campaignId, price } = await draftFor("2026-11-30T22:00:00Z");
  expect(price).toMatchObject({ month: "2026-12", includedMessages: 3, totalCents: 0 });
  await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
  expect(await heldIn(org, "2026-12")).toEqual({ held: 3, used: 0 });
  expect(await heldIn(org, "2026-11")).toEqual({ held: 0, used: 1000 });
  await platform.call("POST /campaigns/:campaignId/cancel", { campaignId }, org);
  expect(await heldIn(org, "2026-12")).toEqual({ held: 0, used: 0 });
});
