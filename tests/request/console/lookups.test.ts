import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { users } from "#app/db/schema/identity.ts";
import { monthBefore, monthOf } from "#app/platform/calendar.ts";
import { createBilledOrg } from "#tests/support/billing.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";

const platform = setUpPlatform();

async function staffMember(staffRole: "support" | "finance" | "operator" | "owner") {
  const staff = await platform.createOrg(`Tarishi ${staffRole}`, "admin");
  await platform.services.db.withSystem((tx) =>
    tx.update(users).set({ staffRole }).where(eq(users.id, staff.userId)),
  );
  return staff;
}
const owner = setUp(() => staffMember("owner"));
const reason = "Agreed with them by phone";

it("an invoice is found by its number in any spelling, by who may look at money alone", async () => {
  const { invoiceId } = await createBilledOrg(platform);
  const { document } = await platform.call("GET /admin/invoices/:invoiceId", { invoiceId }, owner);
  const q = document.number!.toLowerCase();
  const hitsOf = async (staff: TestOrg) => (await platform.call("GET /admin/search", { q }, staff)).hits;
  expect(await hitsOf(owner)).toMatchObject([{ kind: "Invoice", id: invoiceId, title: document.number }]);
  expect(await hitsOf(await staffMember("support"))).toEqual([]);
});

it("the rows behind churn and MRR, and what differs from its plan, are lists of the Users tab", async () => {
  const [lost, kept] = [await platform.createOrg("Duka lililokwisha"), await platform.createOrg("Duka hai")];
  const month = monthOf(platform.clock.now());
  const usage: [TestOrg, string][] = [
    [lost, monthBefore(month, 2)],
    [kept, monthBefore(month, 2)],
    [kept, monthBefore(month, 1)],
  ];
  for (const [{ orgId }, counted] of usage)
    await platform.services.db.system.query(
      "insert into monthly_usage (org_id, month, delivered) values ($1, $2, 5)",
      [orgId, counted],
    );
  const namesOf = async (group: "churned" | "recurring" | "overridden") =>
    (await platform.call("GET /admin/organisations", { group }, owner)).organisations.map(
      ({ businessName }) => businessName,
    );
  const { churn } = await platform.call("GET /admin/overview", {}, owner);
  expect(churn).toMatchObject({ lost: 1, of: 2 });
  expect(await namesOf("churned")).toEqual(["Duka lililokwisha"]);

  const suspension = { orgId: lost.orgId, level: "sends", reason } as const;
  await platform.call("POST /admin/organisations/:orgId/suspension", suspension, owner);
  expect(await namesOf("recurring")).toContain("Duka hai");
  expect(await namesOf("recurring")).not.toContain("Duka lililokwisha");

  expect(await namesOf("overridden")).toEqual([]);
  const endsOn = new Date(platform.clock.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10);
  const override = { orgId: kept.orgId, planType: "Growth", messageLimit: 9, endsOn, reason } as const;
  await platform.call("POST /admin/organisations/:orgId/override", override, owner);
  expect(await namesOf("overridden")).toEqual(["Duka hai"]);
});

it("an organisation's health is the same for its managers and for staff, and nobody else's", async () => {
  const [duka, other] = [await platform.createOrg("Duka lenye afya"), await platform.createOrg("Jirani")];
  const hour = new Date(platform.clock.now().getTime() - 3_600_000);
  await platform.services.db.system.query(
    "insert into failure_hours (org_id, hour, code, count) values ($1, $3, 131026, 4), ($2, $3, 131047, 9)",
    [duka.orgId, other.orgId, hour],
  );
  await platform.services.db.system.query(
    "insert into revenue_days (org_id, day, amount_cents) values ($1, $2, 7000)",
    [duka.orgId, hour.toISOString().slice(0, 10)],
  );
  const own = await platform.call("GET /health", {}, duka);
  expect(own.failures).toMatchObject([{ code: 131026, count: 4 }]);
  expect(own.wallet).toEqual({ cents: 0, dailyCents: 1000, daysLeft: 0 });
  const { orgId } = duka;
  expect(await platform.call("GET /admin/organisations/:orgId/health", { orgId }, owner)).toEqual(own);
  const asMember = await platform.request("GET /admin/organisations/:orgId/health", { orgId }, other);
  expect(asMember.status).toBe(403);
});
