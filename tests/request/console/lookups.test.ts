import { expect, it } from "vitest";
import { monthBefore, monthOf } from "#app/platform/time/calendar.ts";
import { createBilledOrg } from "#tests/support/billing.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { setUp } from "#tests/support/setUp.ts";
import { staffOf } from "#tests/support/staff.ts";
import { createWorld } from "#tests/support/world.ts";

const platform = setUpPlatform();

const staffMember = staffOf(platform);
const owner = setUp(() => staffMember("owner"));
const reason = "Agreed with them by phone";

it("an invoice is found by its number in any spelling, also by a finance role", async () => {
  const { invoiceId } = await createBilledOrg(platform);
  const { document } = await platform.call("GET /admin/invoices/:invoiceId", { invoiceId }, owner);
  const q = document.number!.toLowerCase();
  const hitsOf = async (staff: TestOrg) => (await platform.call("GET /admin/search", { q }, staff)).hits;
  expect(await hitsOf(owner)).toMatchObject([{ kind: "Invoice", id: invoiceId, title: document.number }]);
  expect(await hitsOf(await staffMember("support"))).toEqual([]);
});

it("the Users tab lists the rows behind churn and MRR, and prices that differ from the plan", async () => {
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
  expect((await platform.call("GET /wallet", {}, kept)).plan.messageLimit).toBe(9);

  const { arpuCents, revenueCents, organisations } = await platform.call("GET /admin/overview", {}, owner);
  expect(arpuCents).toBe(Math.round(revenueCents / organisations.active));
});

it("an organisation's health is the same for its managers and for staff, and hidden from others", async () => {
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

it("a message is found by our id and by Meta's, and shows its history without its text or recipient", async () => {
  const [shop, support] = [await platform.createOrg("Duka la ujumbe"), await staffMember("support")];
  const phone = "+254711222333";
  const plain = `\x1c\x18\x0c254711222333\x15\x02\x00\x11\x18\x140A1B2C\x00`;
  const wamid = `wamid.${Buffer.from(plain, "latin1").toString("base64")}`;
  const { contactId } = await platform.call("POST /contacts", { phone, name: "Halima" }, shop);
  const add = (id: string, ofMeta: string, contact: string | null) =>
    platform.services.db.system.query(
      `insert into messages (org_id, id, direction, type, state, phone_number_id, contact_id, recipient, body, wamid,
        error_code, failed_at) values ($1, $2, 'out', 'text', 'failed', '1', $3, $4, 'Your code is 5511', $5, 131026, now())`,
      [shop.orgId, id, contact, phone, ofMeta],
    );
  await add("msg_0a1b", wamid, contactId);
  await add("msg_0a1c", "wamid.without-a-number", null);
  const hit = async (q: string) => (await platform.call("GET /admin/search", { q }, support)).hits[0];
  const found = { kind: "Message", orgId: shop.orgId, id: "msg_0a1b" };
  expect(await hit("msg_0a1b")).toMatchObject(found);
  expect(await hit(wamid)).toMatchObject({ ...found, title: wamid });
  expect(await hit("wamid.without-a-number")).toMatchObject({ ...found, id: "msg_0a1c" });
  expect(await hit("wamid.nobodys")).toBeUndefined();

  const path = "GET /admin/organisations/:orgId/messages/:messageId";
  const of = { orgId: shop.orgId, messageId: "msg_0a1b" };
  const seen = await platform.call(path, of, support);
  expect(seen).toMatchObject({
    message: { wamid, state: "failed", person: "+254…333" },
    failure: expect.any(String),
  });
  expect(JSON.stringify(seen)).not.toMatch(/5511|11222333/);
  const others = { ...of, orgId: (await platform.createOrg("Jirani")).orgId };
  expect((await platform.request(path, others, support)).status).toBe(404);
  expect((await platform.request(path, of, shop)).status).toBe(403);
});

it("a WhatsApp account is found by its number however it is typed", async () => {
  const shop = await platform.createOrg("Duka la namba");
  const { whatsappAccountId } = await createWorld(platform, shop);
  await platform.services.db.system.query(
    "update phone_numbers set display_phone_number = '+254 733 912 045' where org_id = $1",
    [shop.orgId],
  );
  for (const search of ["+254 733 912 045", "254733912045", "0733912045", "0733 912 045", "912 045"]) {
    const { accounts } = await platform.call("GET /admin/whatsapp", { search }, owner);
    expect(
      accounts.map(({ id }) => id),
      search,
    ).toEqual([whatsappAccountId]);
  }
  expect((await platform.call("GET /admin/whatsapp", { search: "Duka 45" }, owner)).accounts).toEqual([]);
});

it("the log of a WhatsApp account lists calls to Meta, and none about money", async () => {
  const shop = await platform.createOrg("Duka la kumbukumbu");
  const { whatsappAccountId: accountId } = await createWorld(platform, shop);
  for (const provider of ["meta", "mpesa", "etims", "paystack"])
    await platform.services.db.system.query(
      `insert into provider_calls (org_id, provider, method, path, status, duration_ms)
        values ($1, $2, 'POST', '/of/' || $2, 200, 5)`,
      [shop.orgId, provider],
    );
  const { calls } = await platform.call(
    "GET /admin/whatsapp/:orgId/:accountId/calls",
    { orgId: shop.orgId, accountId: String(accountId) },
    await staffMember("support"),
  );
  expect(calls.map(({ path }) => path)).toEqual(["/of/meta"]);
});

it("administrators and users without an organisation are found, too", async () => {
  const support = await staffMember("support");
  await platform.services.db.system.query(
    "update users set first_name = 'Zawadi', last_name = 'Hodari' where id = $1",
    [support.userId],
  );
  await platform.services.db.system.query("delete from members where user_id = $1", [support.userId]);
  const { hits } = await platform.call("GET /admin/search", { q: "zawadi hod" }, owner);
  expect(hits).toMatchObject([{ kind: "Administrator", id: support.userId, orgId: "" }]);
});
