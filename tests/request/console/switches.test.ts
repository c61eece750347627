import { expect, it } from "vitest";
import { endDueSwitches } from "#app/domain/console/switches.server.ts";
import { createChats } from "#tests/support/chats.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { createRules } from "#tests/support/rules.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();
const reason = "Their shop floods us with orders";
const dayMs = 86_400_000;

const staffMember = staffOf(platform);
const dayAhead = (days: number) =>
  new Date(platform.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);

it("a function switched off by staff is off until the set day, and the organisation reads why", async () => {
  const [operator, shop] = [await staffMember("operator"), await platform.createOrg("Duka Letu")];
  const { orgId } = shop;
  const { key } = await platform.call("POST /developer/api-key", {}, shop);
  const withKey = () =>
    platform.api.fetch(
      new Request("http://localhost:4000/api/v1/contacts", { headers: { authorization: `Bearer ${key}` } }),
    );
  expect((await withKey()).status).toBe(200);
  const off = { orgId, feature: "api", endsOn: dayAhead(3), reason } as const;
  await platform.call("POST /admin/organisations/:orgId/switches", off, operator);
  expect((await withKey()).status).toBe(401);
  const { user } = await platform.call("GET /auth/me", {}, shop);
  expect(user.switchedOff).toMatchObject([{ feature: "api", reason }]);
  const { logs } = await platform.call("GET /activity-logs", {}, shop);
  expect(logs[0]).toMatchObject({
    action: "Public API switched off",
    details: expect.stringContaining(reason),
  });
  const { organisations } = await platform.call(
    "GET /admin/organisations",
    { group: "overridden" },
    operator,
  );
  expect(organisations.map(({ id }) => id)).toContain(orgId);

  platform.clock.advance(5 * dayMs);
  expect(await endDueSwitches({ services: platform.services })).toEqual({ ended: 1 });
  expect((await withKey()).status).toBe(200);
});

it("is switched on again by hand once, never by support, and for a limited time only", async () => {
  const [operator, support] = [await staffMember("operator"), await staffMember("support")];
  const { orgId } = await platform.createOrg("Duka la pili");
  const off = { orgId, feature: "bots", endsOn: dayAhead(3), reason } as const;
  const post = "POST /admin/organisations/:orgId/switches";
  expect((await platform.request(post, off, support)).status).toBe(403);
  expect((await platform.request(post, { ...off, endsOn: "2001-01-01" }, operator)).status).toBe(400);
  expect((await platform.request(post, { ...off, feature: "money" }, operator)).status).toBe(400);
  const both = await Promise.all([
    platform.request(post, off, operator),
    platform.request(post, off, operator),
  ]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  const again = { orgId, feature: "bots", reason } as const;
  const onAgain = "DELETE /admin/organisations/:orgId/switches/:feature";
  await platform.call(onAgain, again, operator);
  expect((await platform.request(onAgain, again, operator)).status).toBe(404);
});

it("rules and connections receive no events while integrations are off", async () => {
  const [operator, shop] = [await staffMember("operator"), await platform.createOrg("Duka la tatu")];
  const { orgId } = shop;
  await platform.services.db.system.query(
    `insert into connections (org_id, id, provider, status, account_id, account_name, events, connected_at)
      values ($1, 'cnn_1', 'zapier', 'connected', 'zap', 'Zapier', array['contact.created'], now())`,
    [orgId],
  );
  const tasks = async () =>
    (await platform.services.db.system.query("select 1 from event_tasks where org_id = $1", [orgId]))
      .rowCount;
  await platform.call("POST /contacts", { phone: "0711000333", name: "Halima" }, shop);
  expect(await tasks()).toBe(1);
  const off = { orgId, feature: "integrations", endsOn: dayAhead(1), reason } as const;
  await platform.call("POST /admin/organisations/:orgId/switches", off, operator);
  await platform.call("POST /contacts", { phone: "0711000334", name: "Juma" }, shop);
  expect(await tasks()).toBe(1);
});

it.each([
  {
    feature: "bots",
    live: "insert into bots (org_id, id, name, status, about) values ($1, 'bot_1', 'Bot', 'live', 'A shop')",
    job: "customer-wrote",
  },
  {
    feature: "flows",
    live: `insert into flows (org_id, id, name, language, status, draft)
      values ($1, 'flw_1', 'Flow', 'en', 'live', '{}')`,
    job: "run-flow",
  },
] as const)("$feature don't react to customers while they are off, and do again after it", async (given) => {
  const { feature, live, job } = given;
  const operator = await staffMember("operator");
  const shop = await createChats(platform).shopWithCustomer();
  const { orgId } = shop.org;
  await platform.services.db.owner.query(live, [orgId]);
  const { write } = createRules(platform);
  const reactions = async () => {
    platform.waiting.splice(0);
    await write(shop, "Habari");
    return platform.waiting.filter(({ job: { name } }) => name === job).length;
  };
  expect(await reactions()).toBe(1);
  const off = { orgId, feature, endsOn: dayAhead(1), reason } as const;
  await platform.call("POST /admin/organisations/:orgId/switches", off, operator);
  expect(await reactions()).toBe(0);
  await platform.call("DELETE /admin/organisations/:orgId/switches/:feature", off, operator);
  expect(await reactions()).toBe(1);
});
