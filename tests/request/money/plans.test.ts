import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { runMonthlyBilling } from "#app/domain/money/invoices/runMonthly.server.ts";
import { applyPlanChanges } from "#app/domain/money/plans/apply.server.ts";
import { makeEnterprise } from "#tests/support/billing.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform({ startsAt: "2026-11-30T09:00:00Z" });

const planOf = async (org: TestOrg) => {
  const [row] = await platform.services.db.withOrg(org.orgId, (tx) =>
    tx.select().from(organisations).where(eq(organisations.id, org.orgId)),
  );
  return `${row!.planType} ${row!.billingType} ${row!.messageLimit}`;
};

it("shows the three plans with their limits, both ways of paying", async () => {
  const org = await platform.createOrg();
  const { offers, current, nextMonth } = await platform.call("GET /billing/plans", {}, org);
  expect(current).toEqual({ planType: "Starter", billingType: "postpaid" });
  expect(nextMonth).toBe("2026-12");
  expect(
    offers.map(({ planType, billingType, messageLimit }) => [planType, billingType, messageLimit]),
  ).toEqual([
    ["Starter", "prepaid", 1000],
    ["Starter", "postpaid", 1000],
    ["Growth", "prepaid", 10_000],
    ["Growth", "postpaid", 10_000],
    ["Enterprise", "prepaid", 100_000],
    ["Enterprise", "postpaid", 100_000],
  ]);
  expect(offers.find((offer) => offer.billingType === "prepaid")?.perMessageCents).toBe(200);
  expect(offers.at(-1)).toMatchObject({ monthlyCents: 1_500_000, includedMessages: 100_000 });
});

it("a change waits for the next month, is applied once, and the month before is billed by the old plan", async () => {
  const org = await platform.createOrg();
  await makeEnterprise(platform, org);
  const choice = { planType: "Growth", billingType: "prepaid" } as const;
  await platform.call("POST /billing/plan-change", { planType: "Starter", billingType: "prepaid" }, org);
  await platform.call("POST /billing/plan-change", choice, org);
  await applyPlanChanges(platform.services);
  expect(await planOf(org)).toBe("Enterprise postpaid 1000");
  platform.clock.advance(13 * 3_600_000);
  await Promise.all([applyPlanChanges(platform.services), applyPlanChanges(platform.services)]);
  expect(await planOf(org)).toBe("Growth prepaid 10000");
  await runMonthlyBilling(platform.services);
  const { invoices } = await platform.call("GET /billing/invoices", {}, org);
  expect(invoices.map(({ description }) => description)).toEqual(["Enterprise plan, November 2026"]);
});

it("a planned change can be cancelled; the current plan can't be chosen", async () => {
  const org = await platform.createOrg();
  await platform.call("POST /billing/plan-change", { planType: "Growth", billingType: "postpaid" }, org);
  expect(await platform.call("DELETE /billing/plan-change", {}, org)).toEqual({ cancelled: true });
  expect(await platform.call("DELETE /billing/plan-change", {}, org)).toEqual({ cancelled: false });
  const same = await platform.request(
    "POST /billing/plan-change",
    { planType: "Starter", billingType: "postpaid" },
    org,
  );
  expect(same.status).toBe(409);
});
