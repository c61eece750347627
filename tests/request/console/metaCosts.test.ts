import { describe, expect, it } from "vitest";
import { clientOf } from "#app/db/client.server.ts";
import { moveMessages } from "#app/domain/messaging/messages/move.server.ts";
import { applyStatuses } from "#app/domain/messaging/webhooks/statuses.server.ts";
import { recount } from "#app/domain/money/metaCosts/recount.server.ts";
import { newId } from "#app/platform/ids.ts";
import { connectNumber, sendingCampaign } from "#tests/support/campaign.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();

const staffMember = staffOf(platform);

const today = () => platform.services.clock.now().toISOString().slice(0, 10);

describe("Meta's cost", () => {
  it("is counted once per delivered message, at the price Meta reported, and known for each message", async () => {
    const staff = await staffMember("finance");
    const { orgId } = await platform.createOrg();
    const sender = await connectNumber(platform.services, orgId, {
      wabaId: newId("evt"),
      phoneNumberId: newId("evt"),
      accessToken: "token",
    });
    const campaignId = await sendingCampaign(platform.services, { orgId, ...sender, recipients: 4 });
    const { rows } = await platform.services.db.owner.query<{ id: string }>(
      "select id from messages where campaign_id = $1 order by sequence",
      [campaignId],
    );
    const [one, two, three, four] = rows.map(({ id }) => id) as [string, string, string, string];
    const at = platform.services.clock.now();
    const paid = { category: "marketing", type: "regular" };
    const move = (moves: Parameters<typeof moveMessages>[2]) =>
      platform.services.db.withSystem((tx) => moveMessages(tx, orgId, moves));
    await move([
      { id: one, state: "sent", at, price: paid },
      { id: three, state: "delivered", at, price: { category: "service", type: "regular" } },
      { id: four, state: "sent", at, price: paid },
    ]);
    await move([{ id: one, state: "delivered", at }]);
    const report = { id: "wamid.two", biz_opaque_callback_data: two, timestamp: String(at.getTime() / 1000) };
    const free = { category: "utility", type: "free_entry_point" };
    await platform.services.db.withSystem((tx) =>
      applyStatuses(tx, platform.services, orgId, [
        { ...report, status: "read" },
        { ...report, status: "delivered", pricing: free },
      ]),
    );
    await move([{ id: one, state: "read", at, price: { category: "service", type: "regular" } }]);
    await platform.services.db.withSystem((tx) => recount(tx, at, 3));

    const { byCategory, cost30Cents } = await platform.call("GET /admin/billing", {}, staff);
    const charged = byCategory.map(({ category, billable }) => [category, billable]);
    expect(charged).toEqual(
      expect.arrayContaining([
        ["marketing", 1],
        ["service", 1],
        ["utility", 0],
      ]),
    );
    const costOf = (messageId: string) =>
      platform.call("GET /admin/messages/:messageId/cost", { messageId }, staff);
    const cost = await costOf(one);
    expect(cost).toMatchObject({
      category: "marketing",
      microUsd: 22_500,
      kesPerUsdE4: 1_292_500,
      costCents: 291,
    });
    expect((await costOf(two)).costCents).toBe(0);
    expect((await costOf(four)).costCents).toBe(0);
    expect(cost30Cents).toBeGreaterThanOrEqual(291);
  });

  it("changes from a future day only: past versions are never added, changed or removed", async () => {
    const staff = await staffMember("finance");
    const rate = { market: "Rest of Africa", category: "marketing", microUsd: 30_000, reason: "Meta's list" };
    const add = async (effectiveFrom: string) =>
      (await platform.request("POST /admin/rates/meta", { ...rate, effectiveFrom }, staff)).status;
    expect(await add(today())).toBe(400);
    expect(await add("2020-01-01")).toBe(400);
    expect(await add("2099-01-01")).toBe(200);
    expect(await add("2099-01-01")).toBe(409);
    const change = platform.services.db.withSystem((tx) =>
      clientOf(tx).query({ text: "update meta_rates set micro_usd = 1" }),
    );
    await expect(change).rejects.toThrow(/permission denied/);
    const exchange = { kesPerUsdE4: 1_300_000, effectiveFrom: "2099-01-01", reason: "The Central Bank's" };
    expect((await platform.request("POST /admin/rates/exchange", exchange, staff)).status).toBe(200);
  });
});
