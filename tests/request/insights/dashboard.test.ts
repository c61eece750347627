import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { endAllFirstSteps } from "#app/domain/insights/dashboard/firstSteps.server.ts";
import { createChats, minutes, newKey } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { addContacts, connectWhatsapp, noteOutcome, runningCampaign } from "#tests/support/sending.ts";

const platform = setUpPlatform({ startsAt: "2026-11-21T09:00:00Z" });

/** Delivered messages, by the hour of their report. */
const countDelivered = (org: TestOrg, delivered: Record<string, number>) =>
  platform.services.db.withSystem(async (tx) => {
    for (const [hour, count] of Object.entries(delivered))
      await tx.execute(sql`insert into hourly_totals (org_id, hour, direction, state, count)
        values (${org.orgId}, ${hour}::timestamptz, 'out', 'delivered', ${count})`);
  });

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
      till: false,
      product: false,
      order: false,
      payment: false,
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
      // Contacts that came otherwise are not imported.
      contacts: false,
      campaign: true,
      answer: false,
    });
    expect((await platform.call("GET /dashboard/day", {}, empty)).campaigns).toEqual([]);
  });

  it("counts what was delivered today and yesterday by this time, and campaigns that run now", async () => {
    const { org } = await runningCampaign(platform, 2);
    // Twelve in Nairobi: nine in UTC.
    const hoursOf = { "2026-11-20T08:00:00Z": 4, "2026-11-20T10:00:00Z": 5, "2026-11-20T22:00:00Z": 6 };
    const yesterday = { "2026-11-19T22:00:00Z": 7, "2026-11-19T20:00:00Z": 8 };
    await countDelivered(org, { ...hoursOf, ...yesterday });
    const day = await platform.call("GET /dashboard/day", {}, org);
    // The day begins at midnight in Nairobi, 21:00 UTC.
    const noon = { yesterday: 4 + 7, yesterdayUntil: "2026-11-21T09:00:00.000Z" };
    expect(day.delivered).toEqual({ today: 6, ...noon });
    // What came yesterday in the hour that runs now is left out: some of it came after this time.
    platform.clock.advance(40 * 60_000);
    await countDelivered(org, { "2026-11-20T09:00:00Z": 20 });
    expect((await platform.call("GET /dashboard/day", {}, org)).delivered).toEqual({ today: 6, ...noon });
    platform.clock.advance(-40 * 60_000);
    expect(day.runningCampaigns).toBe(1);
    expect((await platform.call("GET /dashboard/day", {}, await platform.createOrg())).runningCampaigns).toBe(
      0,
    );
  });

  it("shows the first steps until all are done, or a member hides them, which is recorded once", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const sees = async (who: typeof org) =>
      (await platform.call("GET /auth/me", {}, who)).user.seesFirstSteps;
    expect(await sees(org)).toBe(true);
    await platform.call("POST /get-started/hide", {}, org);
    await platform.call("POST /get-started/hide", {}, org);
    expect(await sees(org)).toBe(false);
    expect(await sees(other)).toBe(true);
    const { logs } = await platform.call("GET /activity-logs", {}, org);
    expect(logs.filter(({ action }) => action === "First steps hidden")).toHaveLength(1);
  });

  it("ends the first steps of organisations that have done one path", async () => {
    const { org } = await runningCampaign(platform, 3);
    const sees = async () => (await platform.call("GET /auth/me", {}, org)).user.seesFirstSteps;
    await countDelivered(org, { "2026-11-21T08:00:00Z": 1 });
    await endAllFirstSteps(platform.services);
    expect(await sees()).toBe(true);
    const { numbers } = await platform.call("GET /whatsapp/numbers", {}, org);
    const customer = { phone: "+254733000111", name: "Asha" };
    const { conversationId } = await createChats(platform).addCustomer(
      org,
      numbers[0]!.phoneNumberId,
      customer,
      {
        ...{ wroteAt: new Date(platform.clock.now().getTime() - minutes(5)), unread: 1, text: "Habari" },
      },
    );
    await platform.services.db.withSystem((tx) =>
      tx.execute(sql`update conversations set state = 'waiting', waiting_since = last_message_at
        where id = ${conversationId}`),
    );
    const reply = { conversationId, text: "Karibu", key: newKey() };
    await platform.call("POST /conversations/:conversationId/messages", reply, org);
    await platform.services.db.withSystem((tx) =>
      tx.execute(sql`insert into contact_imports (org_id, id, file_name, status, created)
        values (${org.orgId}, 'imp_first', 'contacts.csv', 'completed', 3)`),
    );
    const opened = async () =>
      Object.entries((await platform.call("GET /get-started", {}, org)).done)
        .filter(([, isDone]) => !isDone)
        .map(([step]) => step);
    const selling = ["till", "product", "order", "payment"];
    expect(await opened()).toEqual(["results", ...selling]);
    await platform.call("POST /get-started/results", {}, org);
    expect(await opened()).toEqual(selling);
    expect(await endAllFirstSteps(platform.services)).toEqual({ ended: 1 });
    expect(await endAllFirstSteps(platform.services)).toEqual({ ended: 0 });
    expect(await sees()).toBe(false);
  });

  it("counts a visit of the analytics only when there are results, and each step of selling", async () => {
    const org = await platform.createOrg();
    const done = async () => (await platform.call("GET /get-started", {}, org)).done;
    await platform.call("POST /get-started/results", {}, org);
    expect((await done()).results).toBe(false);
    await countDelivered(org, { "2026-11-21T08:00:00Z": 1 });
    expect((await done()).results).toBe(false);
    await platform.call("POST /get-started/results", {}, org);
    expect((await done()).results).toBe(true);
    await platform.call("POST /products", { name: "Soap", price: "100" }, org);
    expect(await done()).toMatchObject({ till: false, product: true, order: false, payment: false });
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
