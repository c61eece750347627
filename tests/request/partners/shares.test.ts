import { eq } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { partnerTransactions } from "#app/db/schema/partners/partners.ts";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import { accrueShares } from "#app/domain/partners/accrue.server.ts";
import { drawSettlements } from "#app/domain/partners/draw.server.ts";
import { balanceIn, createPartner, earn, later, type TestPartner } from "#tests/support/partners.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform({ startsAt: "2026-10-20T09:00:00Z" });
const staff = setUp(() => platform.createOrg("Operations", "admin"));

const sharesOf = (partner: TestPartner) =>
  platform.services.db.systemReads
    .select()
    .from(partnerTransactions)
    .where(eq(partnerTransactions.orgId, partner.partnerId));
const linked = async (partner: TestPartner, name = "Duka Letu"): Promise<TestOrg> => {
  const org = await platform.createOrg(name);
  await platform.call("POST /referrals", { code: partner.code }, org);
  return org;
};
const refusal = async (key: string, input: Record<string, unknown>, as: { cookie: string }) => {
  const response = await platform.request(key, input, as);
  return { status: response.status, code: ((await response.json()) as { code?: string }).code };
};

describe("a partner's share", () => {
  it("is booked once for payments of the organisation between the link's start and end", async () => {
    const partner = await createPartner(platform, staff, { percent: 15 });
    const org = await platform.createOrg("Duka Letu");
    await earn(platform, org, 10_000);
    await platform.call("POST /referrals", { code: partner.code.toLowerCase() }, org);
    await earn(platform, org, 20_000);
    await earn(platform, org, 333);
    await platform.call("DELETE /referrals", { reason: "We work without them now" }, org);
    await earn(platform, org, 40_000);
    await Promise.all([accrueShares(platform.services), accrueShares(platform.services)]);
    await accrueShares(platform.services);
    const rows = await sharesOf(partner);
    expect(rows.map(({ amountCents, shareCents }) => [amountCents, shareCents]).sort()).toEqual([
      [20_000, 3000],
      [333, 49],
    ]);
    expect(await balanceIn(platform, partner.partnerId, "accrued")).toBe(3049);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("loses no cent over random payments and corrections, and the ledger matches the rows", async () => {
    const amounts = fc.array(
      fc.integer({ min: -2000, max: 50_000 }).filter((cents) => cents !== 0),
      {
        minLength: 1,
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(amounts, fc.constantFrom(12, 15, 18, 20), async (list, percent) => {
        const partner = await createPartner(platform, staff, { percent });
        const org = await linked(partner);
        for (const cents of list) {
          await earn(platform, org, cents);
          if (cents % 3 === 0) await accrueShares(platform.services);
        }
        await accrueShares(platform.services);
        const rows = await sharesOf(partner);
        const share = rows.reduce((sum, row) => sum + row.shareCents, 0);
        const all = list.reduce((sum, cents) => sum + cents, 0);
        expect(rows.reduce((sum, row) => sum + row.amountCents, 0)).toBe(all);
        expect(share).toBe(Math.floor((all * percent) / 100));
        expect(await balanceIn(platform, partner.partnerId, "accrued")).toBe(share);
      }),
      { numRuns: 12 },
    );
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("changes from the day set by staff, not for earlier payments", async () => {
    const partner = await createPartner(platform, staff, { percent: 12 });
    const org = await linked(partner);
    await earn(platform, org, 10_000);
    const change = {
      partnerId: partner.partnerId,
      name: "Savanna Digital",
      category: "agency" as const,
      contactName: "Njeri Kamau",
      payoutMethod: "mpesa" as const,
      payoutPhone: "0712345678",
      payoutName: "Asha Mwangi",
      reason: "They brought ten organisations",
    };
    const put = (input: Record<string, unknown>) =>
      refusal("PUT /admin/partners/:partnerId", { ...change, ...input }, staff);
    expect(await put({ percent: 13 })).toEqual({ status: 400, code: "partner.share_not_offered" });
    expect(await put({ percent: 20, effectiveOn: "2026-10-01" })).toEqual({
      status: 400,
      code: "partner.day_past",
    });
    expect((await put({ percent: 20, effectiveOn: "2026-10-22" })).status).toBe(200);
    await earn(platform, org, 10_000, new Date("2026-10-21T20:59:00Z"));
    await earn(platform, org, 10_000, new Date("2026-10-21T21:01:00Z"));
    await accrueShares(platform.services);
    const percents = (await sharesOf(partner)).map(({ percent }) => percent);
    expect(percents.sort()).toEqual([12, 12, 20]);
  });
});

describe("a link", () => {
  it("is unique per organisation, not to oneself, and only to an active partner", async () => {
    const [first, second] = [await createPartner(platform, staff), await createPartner(platform, staff)];
    const org = await linked(first);
    const confirm = (code: string, as = org) => refusal("POST /referrals", { code }, as);
    expect(await confirm(second.code)).toEqual({ status: 409, code: "partner_link.exists" });
    expect(await confirm("NOBODY22")).toEqual({ status: 404, code: "partner.not_found" });
    await platform.call(
      "POST /admin/partners/:partnerId/status",
      { partnerId: second.partnerId, status: "suspended", reason: "Complaints of organisations" },
      staff,
    );
    expect(await confirm(second.code, await platform.createOrg())).toEqual({
      status: 404,
      code: "partner.not_found",
    });
    await platform.call(
      "DELETE /admin/partner-links/:orgId",
      { orgId: org.orgId, reason: "Asked for by mail" },
      staff,
    );
    const { current, former } = await platform.call("GET /referrals", {}, org);
    expect(current).toBeNull();
    expect(former).toHaveLength(1);
  });
});

describe("a settlement", () => {
  it("is created on the 15th, once despite repeated and concurrent runs, with every batch", async () => {
    const partner = await createPartner(platform, staff, { percent: 18 });
    const org = await linked(partner);
    for (const cents of [10_001, 250_000, 77_777]) await earn(platform, org, cents);
    const monthsLater = new Date("2026-11-14T09:00:00Z").getTime() - platform.clock.now().getTime();
    await later(platform, monthsLater);
    await drawSettlements(platform.services);
    const before = await platform.call("GET /partner/settlements", {}, partner);
    expect(before.settlements).toEqual([]);
    await earn(platform, org, 50_000);
    await later(platform, 86_400_000);
    await Promise.all([drawSettlements(platform.services), drawSettlements(platform.services)]);
    await drawSettlements(platform.services);
    const { settlements } = await platform.call("GET /partner/settlements", {}, partner);
    expect(settlements).toHaveLength(1);
    const share = Math.floor((337_778 * 18) / 100);
    expect(settlements[0]).toMatchObject({
      period: "2026-10",
      settlementDate: "2026-11-15",
      totalTransactions: 3,
      totalAmountCents: 337_778,
      partnerShareCents: share,
      platformShareCents: 337_778 - share,
      payoutCents: share - (share % 100),
      status: "pending",
    });
    const { statement } = await platform.call(
      "GET /partner/settlements/:settlementId",
      { settlementId: settlements[0]!.id },
      partner,
    );
    expect(statement.transactions.map(({ amountCents }) => amountCents).sort()).toEqual([
      10_001, 250_000, 77_777,
    ]);
    expect(statement.shareCents).toBe(share);
    // The November payment is not settled yet.
    expect(await balanceIn(platform, partner.partnerId, "accrued")).toBe(9000);
    expect(await balanceIn(platform, partner.partnerId, "earnings")).toBe(share);
    expect((await verifyLedger(platform.services)).broken).toBeNull();
  });

  it("below the minimum is added to the next one", async () => {
    const partner = await createPartner(platform, staff, { percent: 20 });
    const org = await linked(partner);
    await earn(platform, org, 40_050);
    await later(platform, 30 * 86_400_000);
    await drawSettlements(platform.services);
    await earn(platform, org, 10_000);
    await later(platform, 31 * 86_400_000);
    await drawSettlements(platform.services);
    const { settlements } = await platform.call("GET /partner/settlements", {}, partner);
    expect(
      settlements.map(({ status, carriedCents, payoutCents }) => ({ status, carriedCents, payoutCents })),
    ).toEqual([
      { status: "pending", carriedCents: 8010, payoutCents: 10_000 },
      { status: "completed", carriedCents: 0, payoutCents: 0 },
    ]);
  });
});

describe("access to partner data", () => {
  it("a partner sees their own book only, and is neither member nor staff", async () => {
    const [ours, theirs] = [await createPartner(platform, staff), await createPartner(platform, staff)];
    const org = await linked(ours, "Siri ya biashara");
    await earn(platform, org, 498_765);
    await later(platform, 62 * 86_400_000);
    await drawSettlements(platform.services);
    const { settlements } = await platform.call("GET /partner/settlements", {}, ours);
    const settlementId = settlements[0]!.id;
    const keys = [
      "GET /partner/settlements/:settlementId",
      "GET /partner/settlements/:settlementId/statement",
    ];
    for (const key of keys) {
      expect((await platform.request(key, { settlementId }, ours)).status).toBe(200);
      expect((await refusal(key, { settlementId }, theirs)).status).toBe(404);
    }
    const lists = [
      "GET /partner",
      "GET /partner/transactions",
      "GET /partner/settlements",
      "GET /partner/transactions/export",
      "GET /partner/settlements/export",
    ];
    for (const key of lists) {
      const text = await (await platform.request(key, {}, theirs)).text();
      expect(text, key).not.toMatch(/Siri ya|stl_|498765|4987\.65/);
      expect((await refusal(key, {}, org)).status, key).toBe(403);
      expect((await refusal(key, {}, staff)).status, key).toBe(403);
    }
    expect(await (await platform.request("GET /partner/transactions/export", {}, ours)).text()).toContain(
      "Siri ya biashara",
    );
    for (const key of [
      "GET /wallet",
      "GET /contacts",
      "GET /referrals",
      "GET /admin/partners",
      "GET /admin/settlements",
    ])
      expect((await refusal(key, {}, ours)).status, key).toBe(403);
  });

  it("an organisation applies, staff activate it with a share, and it gets its sign-in by email", async () => {
    const org = await platform.createOrg("Jua Kali Web");
    const apply = {
      name: "Jua Kali Web",
      category: "software",
      contactName: "Ali Hassan",
      email: "ali@juakali.test",
      about: "Shops that we build sites for",
    };
    expect((await refusal("POST /referrals/application", apply, org)).status).toBe(200);
    expect(await refusal("POST /referrals/application", apply, org)).toEqual({
      status: 409,
      code: "partner.applied_already",
    });
    const { partners } = await platform.call("GET /admin/partners", { status: "pending" }, staff);
    const partnerId = partners.find(({ name }) => name === "Jua Kali Web")!.id;
    const activate = { partnerId, status: "active", reason: "A good application" };
    expect(await refusal("POST /admin/partners/:partnerId/status", activate, staff)).toEqual({
      status: 409,
      code: "partner.no_share",
    });
    await platform.call(
      "PUT /admin/partners/:partnerId",
      {
        partnerId,
        name: "Jua Kali Web",
        category: "software",
        contactName: "Ali Hassan",
        percent: 12,
        payoutMethod: "mpesa",
        payoutPhone: "0712345678",
        payoutName: "Ali Hassan",
        reason: "First share",
      },
      staff,
    );
    expect((await refusal("POST /admin/partners/:partnerId/status", activate, staff)).status).toBe(200);
    expect((await platform.call("GET /referrals", {}, org)).application?.status).toBe("active");
    const { partner } = await platform.call("GET /admin/partners/:partnerId", { partnerId }, staff);
    expect(await refusal("POST /referrals", { code: partner.code }, org)).toEqual({
      status: 409,
      code: "partner_link.own",
    });
  });
});
