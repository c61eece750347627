import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { setUpPlatform } from "#tests/support/platform.ts";
import { addContacts, connectWhatsapp, noteOutcome, runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform({ startsAt: "2026-11-21T09:00:00Z" });

describe("the overview", () => {
  it("lists what needs attention, and completed first steps", async () => {
    const empty = await platform.createOrg();
    expect((await platform.call("GET /get-started", {}, empty)).done).toEqual({
      connected: false,
      template: false,
      contacts: false,
      campaign: false,
      answer: false,
      results: false,
    });
    const none = await platform.call("GET /dashboard/day", {}, empty);
    expect(none).toMatchObject({ attention: [], campaigns: [], numbers: [], waiting: { count: 0 } });
    expect(none.trend).toHaveLength(14);

    const { org, campaignId } = await runningCampaign(platform, 3);
    await noteOutcome(platform, org, campaignId, { state: "read" }, 2);
    await platform.services.db.withSystem((tx) =>
      tx.execute(sql`update phone_numbers set quality_rating = 'RED' where org_id = ${org.orgId}`),
    );
    const day = await platform.call("GET /dashboard/day", {}, org);
    expect(day.attention.map(({ code }) => code)).toEqual(["quality.low"]);
    expect(day.campaigns).toMatchObject([{ id: campaignId, recipients: 3, delivered: 2, read: 2 }]);
    expect(day.wallet?.balanceCents).toBeGreaterThan(0);
    expect((await platform.call("GET /get-started", {}, org)).done).toMatchObject({
      connected: true,
      template: true,
      contacts: true,
      campaign: true,
      answer: false,
    });
    expect((await platform.call("GET /dashboard/day", {}, empty)).campaigns).toEqual([]);
  });

  it("suggests matches by name from its own organisation only", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    await connectWhatsapp(platform, org);
    await addContacts(platform, org, 8);
    const kindsOf = async (q: string, who: typeof org) =>
      (await platform.call("GET /search/suggestions", { q }, who)).suggestions.map(({ kind }) => kind);
    expect(await kindsOf("contact", org)).toEqual(Array.from({ length: 5 }, () => "contact"));
    expect(await kindsOf("order", org)).toEqual(["template"]);
    expect(await kindsOf("contact", other)).toEqual([]);
    expect(await kindsOf("c", org)).toEqual([]);
    expect(await kindsOf("%_'\\", org)).toEqual([]);
  });
});
