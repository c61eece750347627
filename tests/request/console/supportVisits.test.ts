import { expect, it } from "vitest";
import { endDueVisits } from "#app/domain/console/support/change.server.ts";
import { mailsTo } from "#tests/support/identity.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { refusalOf } from "#tests/support/sending.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();
const staffMember = staffOf(platform);
const reason = "They can't find an invoice";

const open = "POST /admin/organisations/:orgId/visit";
const visit = (staff: TestOrg, { orgId }: TestOrg, more: object = {}) =>
  platform.call(open, { orgId, reason, ...more }, staff);
const sql = async (text: string, ...values: unknown[]) =>
  (await platform.services.db.owner.query(text, values)).rows;
const visitsOf = ({ orgId }: TestOrg) =>
  sql(
    "select ticket, acting_since, ended_because from support_visits where org_id = $1 order by started_at, id",
    orgId,
  );

it("a visit takes its ticket along, and owners read the staff's address where there is no name", async () => {
  const [staff, shop] = [await staffMember("support"), await platform.createOrg("Duka la tiketi")];
  await sql("update users set first_name = '', last_name = '' where id = $1", staff.userId);
  await visit(staff, shop, { ticket: "HELP-7" });
  expect(await visitsOf(shop)).toMatchObject([{ ticket: "HELP-7", acting_since: null }]);
  const [mail] = await mailsTo(platform, shop.email);
  expect(JSON.stringify(mail)).toContain(staff.email);
});

it("write access is opened once: a second form changes nothing and sends no notification", async () => {
  const [staff, shop] = [await staffMember("support"), await platform.createOrg("Duka la kuandika")];
  await visit(staff, shop);
  const act = () => platform.request("POST /support-view/act", { reason: "They asked us to" }, staff);
  const both = await Promise.all([act(), act()]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await visitsOf(shop)).toMatchObject([{ acting_since: platform.clock.now() }]);
  expect(await mailsTo(platform, shop.email)).toHaveLength(2);
  const events = "select name from events where org_id = $1 and name like 'support.%' order by name";
  expect(await sql(events, shop.orgId)).toEqual([{ name: "support.acting" }, { name: "support.opened" }]);
});

it("write access and the end of a visit need a visit", async () => {
  const staff = await staffMember("support");
  for (const [key, input] of [
    ["POST /support-view/act", { reason: "They asked us to" }],
    ["DELETE /support-view", {}],
  ] as const)
    expect(await refusalOf(platform, key, input, staff), key).toMatchObject({ code: "support.none" });
});

it("a visit ends once, with the session that opened it, at the moment when its time was over", async () => {
  const [staff, other] = [await staffMember("support"), await staffMember("operator")];
  const [one, two] = [await platform.createOrg("Duka la kwanza"), await platform.createOrg("Duka la pili")];
  await visit(staff, one);
  await visit(other, two);
  await sql("update sessions set revoked_at = now() where user_id = $1", staff.userId);
  expect(await endDueVisits(platform)).toEqual({ ended: 1 });
  expect(await endDueVisits(platform)).toEqual({ ended: 0 });
  expect([await visitsOf(one), await visitsOf(two)]).toMatchObject([
    [{ ended_because: "time" }],
    [{ ended_because: null }],
  ]);
  await sql("update support_visits set ends_at = started_at where org_id = $1", two.orgId);
  expect(await endDueVisits(platform)).toEqual({ ended: 1 });
  const [{ late }] = (await sql(
    "select ended_at - ends_at = interval '0' as late from support_visits where org_id = $1",
    two.orgId,
  )) as [{ late: boolean }];
  expect(late).toBe(true);
});

it.each<[string, (shop: TestOrg) => Promise<unknown>, number, string]>([
  [
    "without an owner",
    ({ orgId }) => sql("update members set role = 'admin' where org_id = $1", orgId),
    409,
    "support.no_owner",
  ],
  [
    "with an owner of the platform's staff",
    async ({ orgId }) => {
      const { userId } = await staffMember("finance");
      await sql("insert into members (org_id, user_id, role) values ($1, $2, 'owner')", orgId, userId);
    },
    409,
    "support.of_staff",
  ],
  [
    "that switched support access off",
    (shop) => platform.call("PUT /privacy/support", { allowed: false }, shop),
    403,
    "support.switched_off",
  ],
])("an organisation %s is not opened, and gets no email", async (_, change, status, code) => {
  const [staff, shop] = [await staffMember("support"), await platform.createOrg("Duka lililofungwa")];
  await change(shop);
  expect(await refusalOf(platform, open, { orgId: shop.orgId, reason }, staff)).toMatchObject({
    status,
    code,
  });
  expect(await visitsOf(shop)).toEqual([]);
  expect(await mailsTo(platform, shop.email)).toEqual([]);
});
