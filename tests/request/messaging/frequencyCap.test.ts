import { describe, expect, it } from "vitest";
import { dispatchers } from "#app/db/schema/messaging/sender.ts";
import { refusedByCap } from "#app/domain/messaging/campaigns/frequencyCap.server.ts";
import { claimDue } from "#app/domain/messaging/sender/claims.server.ts";
import { composeOrRefuse } from "#app/domain/messaging/sender/compose.server.ts";
import { leaseRange } from "#app/domain/messaging/sender/work.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  draftCampaign,
  noteOutcome,
} from "#tests/support/sending.ts";

const platform = setUpPlatform();
const dayMs = 86_400_000;

/** A shop whose contacts had a marketing campaign today, the last of them not. */
async function shopAfterCampaign(category: "MARKETING" | "UTILITY" = "MARKETING") {
  const org = await createPrepaidOrg(platform);
  const sender = await connectWhatsapp(platform, org, { category });
  const contactIds = await addContacts(platform, org, 3);
  const first = await draftCampaign(platform, org, sender);
  await start(org, first);
  await noteOutcome(platform, org, first, { state: "accepted", acceptedAt: platform.clock.now() }, 2);
  await noteOutcome(platform, org, first, { state: "failed", errorCode: 131026 });
  await platform.call("POST /campaigns/:campaignId/cancel", { campaignId: first }, org);
  const limit = (cap: { messages: number; days: number } | null) =>
    platform.call("PUT /sending/frequency-cap", { cap }, org);
  return { org, ...sender, contactIds, limit };
}

async function start(org: TestOrg, campaignId: string) {
  await platform.call("POST /campaigns/:campaignId/start", { campaignId }, org);
  await platform.runJobs();
}

/** Which messages of a campaign are at the limit when they are leased, in their order. */
async function leased({ orgId }: TestOrg, phoneNumberId: string, campaignId: string) {
  await platform.services.db.withSystem((tx) =>
    tx
      .insert(dispatchers)
      .values({ orgId, phoneNumberId, holder: "test", expiresAt: new Date(Date.now() + dayMs) })
      .onConflictDoNothing(),
  );
  const lease = { dispatcher: "test", leaseId: newId("lse"), isBegun: true };
  const input = { orgId, phoneNumberId, campaignId, size: 80, ...lease };
  return (await leaseRange(platform.services.db, input))?.rows ?? [];
}

/** Which messages of a campaign are at the limit when they are claimed from the queue, to which they returned. */
async function claimedAgain({ orgId }: TestOrg, phoneNumberId: string, campaignId: string) {
  const { db } = platform.services;
  await db.system.query("delete from send_leases where campaign_id = $1", [campaignId]);
  await db.system.query("update messages set due_at = now() where campaign_id = $1", [campaignId]);
  const rows = await claimDue(db, {
    ...{ orgId, phoneNumberId, singles: 10, retries: [10, 10, 10, 10], graceSeconds: 60, doubts: true },
    ...{ intakeOpenSince: null, statusesSince: null, lowWater: 0, held: new Set() },
  });
  return rows.map(({ isCapped }) => isCapped ?? false);
}

describe("the marketing limit", () => {
  it("skips contacts that have reached it when a campaign is sent, with a reason", async () => {
    const { org, phoneNumberId, limit, ...shop } = await shopAfterCampaign();
    await limit({ messages: 1, days: 7 });
    const campaignId = await draftCampaign(platform, org, { phoneNumberId, ...shop });
    const quote = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(quote.cap).toEqual({ messages: 1, days: 7, people: 2 });
    expect(quote.price.messages).toBe(3);
    await start(org, campaignId);
    const rows = await leased(org, phoneNumberId, campaignId);
    expect(rows.map(({ isCapped }) => isCapped ?? false)).toEqual([true, true, false]);
    const sources = { media: undefined as never, mediaObstacle: () => null };
    expect(composeOrRefuse(rows[0]!, null, null, new Date(), sources)).toMatchObject({
      refusal: { move: { state: "failed", errorCode: -4 } },
    });
    await noteOutcome(platform, org, campaignId, { state: "failed", errorCode: -4 });
    const list = await platform.call("GET /campaigns/:campaignId/recipients", { campaignId }, org);
    expect(list.recipients[0]?.reason?.text).toBe(
      "The contact had reached your limit of marketing messages.",
    );
  });

  it("is checked again for messages that returned to the queue", async () => {
    const { org, phoneNumberId, limit, ...shop } = await shopAfterCampaign();
    await limit({ messages: 1, days: 7 });
    const campaignId = await draftCampaign(platform, org, { phoneNumberId, ...shop });
    await start(org, campaignId);
    expect(await leased(org, phoneNumberId, campaignId)).toHaveLength(3);
    expect(await claimedAgain(org, phoneNumberId, campaignId)).toEqual([true, true, false]);
  });

  it("ends after its days, and can be changed and removed while a campaign runs", async () => {
    const { org, phoneNumberId, limit, ...shop } = await shopAfterCampaign();
    await limit({ messages: 1, days: 2 });
    const cappedOf = async (change?: Parameters<typeof limit>[0]) => {
      const campaignId = await draftCampaign(platform, org, { phoneNumberId, ...shop });
      await start(org, campaignId);
      if (change !== undefined) await limit(change);
      const rows = await leased(org, phoneNumberId, campaignId);
      await platform.call("POST /campaigns/:campaignId/pause", { campaignId }, org);
      return rows.filter(({ isCapped }) => isCapped).length;
    };
    expect(await cappedOf()).toBe(2);
    expect(await cappedOf({ messages: 2, days: 2 })).toBe(0);
    expect(await cappedOf(null)).toBe(0);
    const ctx = systemContext(platform.services, org.orgId, "test");
    const refused = async (contactId: string) =>
      (await ctx.db.withOrg(ctx.orgId, (tx) => refusedByCap(tx, ctx, contactId)))?.code;
    await limit({ messages: 1, days: 2 });
    expect(await refused(shop.contactIds[0]!)).toBe("contact.too_often");
    expect(await refused(shop.contactIds[2]!)).toBeUndefined();
    platform.clock.advance(2 * dayMs + 1000);
    expect(await refused(shop.contactIds[0]!)).toBeUndefined();
  });

  it("holds for marketing only", async () => {
    const { org, phoneNumberId, limit, ...shop } = await shopAfterCampaign("UTILITY");
    await limit({ messages: 1, days: 7 });
    const campaignId = await draftCampaign(platform, org, { phoneNumberId, ...shop });
    const quote = await platform.call("POST /campaigns/:campaignId/quote", { campaignId }, org);
    expect(quote.cap).toBeNull();
    await start(org, campaignId);
    expect(await leased(org, phoneNumberId, campaignId)).not.toMatchObject([{ isCapped: true }]);
  });

  it("is a whole number of messages and days", async () => {
    const org = await createPrepaidOrg(platform);
    for (const cap of [
      { messages: 0, days: 7 },
      { messages: 1, days: 31 },
      { messages: 1.5, days: 1 },
    ])
      await expect(platform.call("PUT /sending/frequency-cap", { cap }, org)).rejects.toThrow();
  });
});
