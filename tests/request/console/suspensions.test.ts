import { describe, expect, it } from "vitest";
import { createChats, newKey } from "#tests/support/chats.ts";
import { mailsTo } from "#tests/support/identity.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { refusalOf, scheduledCampaign } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();
const reason = "Complaints about promotions";
const operator = setUp(() => staffOf(platform)("operator"));

const suspend = "POST /admin/organisations/:orgId/suspension";
const reinstate = "DELETE /admin/organisations/:orgId/suspension";

const suspensionsOf = async ({ orgId }: TestOrg) =>
  (
    await platform.services.db.system.query(
      "select level, end_reason, ended_at is not null as ended from suspensions where org_id = $1 order by id",
      [orgId],
    )
  ).rows;

describe.each([
  { level: "campaigns", signedOut: false },
  { level: "sends", signedOut: false },
  { level: "sign_in", signedOut: true },
] as const)("a suspension of $level", ({ level, signedOut }) => {
  it("pauses campaigns, ends sessions at the highest level, and emails the reason to the managers once", async () => {
    const { org, campaignId } = await scheduledCampaign(platform);
    const of = { orgId: org.orgId, level, reason };
    expect(await platform.call(suspend, of, operator)).toEqual({
      pausedCampaigns: 1,
      endedSessions: signedOut ? 1 : 0,
    });
    const { rows } = await platform.services.db.system.query(
      "select status, status_reason from campaigns where id = $1",
      [campaignId],
    );
    expect(rows).toMatchObject([
      { status: "paused", status_reason: { code: "organisation.suspended", said: reason } },
    ]);
    const mails = await mailsTo(platform, org.email);
    expect(mails.filter((mail) => JSON.stringify(mail).includes(reason))).toHaveLength(1);
    expect((await platform.request("GET /wallet", {}, org)).status).toBe(signedOut ? 401 : 200);
  });
});

it.each([
  { level: "campaigns", status: 200, code: undefined },
  { level: "sends", status: 403, code: "organisation.suspended" },
] as const)(
  "with a suspension of $level, a member's reply returns $status",
  async ({ level, status, code }) => {
    const { org, conversationId } = await createChats(platform).shopWithCustomer();
    await platform.call(suspend, { orgId: org.orgId, level, reason }, operator);
    const reply = { conversationId, text: "Habari", key: newKey() };
    const refused = await refusalOf(platform, "POST /conversations/:conversationId/messages", reply, org);
    expect([refused.status, refused.code]).toEqual([status, code]);
  },
);

describe("suspensions of one organisation", () => {
  it("replace each other, and one reinstatement ends the last", async () => {
    const org = await platform.createOrg("Duka la ngazi");
    const { orgId } = org;
    for (const level of ["campaigns", "sends"] as const)
      await platform.call(suspend, { orgId, level, reason }, operator);
    await platform.call(reinstate, { orgId, reason: "Sorted out" }, operator);
    expect(await suspensionsOf(org)).toEqual([
      { level: "campaigns", end_reason: null, ended: true },
      { level: "sends", end_reason: "Sorted out", ended: true },
    ]);
    expect(await refusalOf(platform, reinstate, { orgId, reason }, operator)).toMatchObject({
      status: 409,
      code: "organisation.not_suspended",
    });
  });

  it.each([
    ["an organisation of staff", async () => operator.orgId, {}, 409],
    ["an unknown organisation", async () => "org_0", {}, 404],
    ["an unknown level", async () => (await platform.createOrg()).orgId, { level: "all" }, 400],
    ["no reason", async () => (await platform.createOrg()).orgId, { reason: "" }, 400],
  ])("are refused for %s", async (_, orgIdOf, change, status) => {
    const orgId = await orgIdOf();
    const form = { orgId, level: "sends", reason, ...change };
    expect((await platform.request(suspend, form, operator)).status).toBe(status);
    const { rowCount } = await platform.services.db.system.query(
      "select 1 from suspensions where org_id = $1",
      [orgId],
    );
    expect(rowCount).toBe(0);
  });
});
