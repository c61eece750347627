import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { oneTimeCodes } from "#app/db/schema/accounts/sessions.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();
const reason = "Agreed with the head of operations";

const staffMember = staffOf(platform);

const code = async (answer: Response) => ((await answer.json()) as { code?: string }).code;
const actsOn = async (staffId: string, owner: TestOrg) =>
  (await platform.call("GET /admin/staff/:staffId", { staffId }, owner)).acts.map(({ title }) => title);

it("an owner adds an administrator, who gets a link by email; a known address is refused", async () => {
  const owner = await staffMember("owner");
  const person = { email: "njeri@tarishi.example", firstName: "Njeri", lastName: "Otieno" };
  const added = { ...person, staffRole: "operator", reason } as const;
  const { staffId } = await platform.call("POST /admin/staff", added, owner);
  const links = await platform.services.db.withSystem((tx) =>
    tx.select({ purpose: oneTimeCodes.purpose }).from(oneTimeCodes).where(eq(oneTimeCodes.userId, staffId)),
  );
  expect(links).toEqual([{ purpose: "reset_password" }]);
  const { person: seen } = await platform.call("GET /admin/staff/:staffId", { staffId }, owner);
  expect(seen).toMatchObject({ ...person, staffRole: "operator", accountStatus: "pending" });
  expect(await actsOn(staffId, owner)).toEqual(["Administrator added"]);
  expect(await code(await platform.request("POST /admin/staff", added, owner))).toBe(
    "administrator.email_taken",
  );
});

it("a suspended administrator is signed out at once and reinstated with a reason; sessions can also be ended alone", async () => {
  const [owner, operator] = [await staffMember("owner"), await staffMember("operator")];
  const of = { staffId: operator.userId, reason };
  await platform.call("POST /admin/staff/:staffId/suspension", of, owner);
  expect((await platform.request("GET /admin/overview", {}, operator)).status).toBe(401);
  await platform.call("DELETE /admin/staff/:staffId/suspension", of, owner);
  expect(await code(await platform.request("DELETE /admin/staff/:staffId/suspension", of, owner))).toBe(
    "administrator.not_suspended",
  );
  const other = await staffMember("support");
  await platform.call("DELETE /admin/staff/:staffId/sessions", { ...of, staffId: other.userId }, owner);
  expect((await platform.request("GET /admin/overview", {}, other)).status).toBe(401);
  expect(await actsOn(operator.userId, owner)).toEqual([
    "Administrator reinstated",
    "Administrator suspended",
  ]);
});

it("one owner always remains: owners cannot change themselves, and of two who suspend each other one stays", async () => {
  await platform.services.db.system.query("update users set staff_role = 'support' where usertype = 'admin'");
  const [one, other] = [await staffMember("owner"), await staffMember("owner")];
  const itself = { staffId: one.userId, reason };
  expect(await code(await platform.request("POST /admin/staff/:staffId/suspension", itself, one))).toBe(
    "administrator.yourself",
  );
  const answers = await Promise.all([
    platform.request("POST /admin/staff/:staffId/suspension", { staffId: other.userId, reason }, one),
    platform.request("PUT /admin/staff/:staffId", { ...itself, staffRole: "support" }, other),
  ]);
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  const { rowCount } = await platform.services.db.system.query(
    "select 1 from users where usertype = 'admin' and staff_role = 'owner' and account_status = 'active'",
  );
  expect(rowCount).toBe(1);
});

it("a tenant's user is refused all of these calls", async () => {
  const [owner, shop] = [await staffMember("owner"), await platform.createOrg("Duka Letu")];
  const of = { staffId: shop.userId, reason };
  for (const key of [
    "POST /admin/staff/:staffId/suspension",
    "DELETE /admin/staff/:staffId/suspension",
    "DELETE /admin/staff/:staffId/sessions",
    "GET /admin/staff/:staffId",
  ] as const)
    expect((await platform.request(key, of, owner)).status, key).toBe(404);
});
