import { describe, expect, it } from "vitest";
import { newKey } from "#tests/support/chats.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import {
  addContacts,
  connectWhatsapp,
  createPrepaidOrg,
  refusalOf,
  scheduledCampaign,
} from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();
const reason = "Complaints about promotions";
const operator = setUp(() => staffOf(platform)("operator"));
const support = setUp(() => staffOf(platform)("support"));

const suspend = "POST /admin/whatsapp/:orgId/:accountId/suspension";
const reinstate = "DELETE /admin/whatsapp/:orgId/:accountId/suspension";

const sql = async ({ orgId }: TestOrg, text: string) =>
  (await platform.services.db.owner.query(text, [orgId])).rows;
const accountOf = async (org: TestOrg) =>
  (
    await sql(
      org,
      "select id, status, status_reason, token_encrypted from whatsapp_accounts where org_id = $1",
    )
  )[0];
const logOf = async (org: TestOrg) => (await platform.call("GET /activity-logs", {}, org)).logs;

async function connected() {
  const org = await createPrepaidOrg(platform);
  const { whatsappAccountId: accountId, ...sender } = await connectWhatsapp(platform, org);
  return { org, of: { orgId: org.orgId, accountId, reason }, ...sender };
}

describe("a WhatsApp account that staff suspend", () => {
  it("sends nothing, and its organisation reads why", async () => {
    const { org, of, phoneNumberId, templateId } = await connected();
    await platform.call(suspend, of, operator);
    expect(await accountOf(org)).toMatchObject({
      status: "suspended",
      status_reason: { code: "whatsapp.suspended_by_staff", said: reason },
    });
    const [contactId] = await addContacts(platform, org, 1);
    const form = {
      contactId,
      phoneNumberId,
      templateId,
      variables: {},
      key: newKey(),
      maxTotalCents: 200,
    };
    expect(await refusalOf(platform, "POST /contacts/:contactId/template", form, org)).toMatchObject({
      code: "conversation.number_disconnected",
    });
    expect((await logOf(org))[0]).toMatchObject({ details: expect.stringContaining(reason) });
  });

  it("pauses its campaigns, which stay paused after it is reinstated", async () => {
    const { org } = await scheduledCampaign(platform);
    const { id: accountId } = (await accountOf(org))!;
    const of = { orgId: org.orgId, accountId: accountId as string, reason };
    const statusOf = async () =>
      (await sql(org, "select status from campaigns where org_id = $1")).map(({ status }) => status);
    expect(await statusOf()).toEqual(["scheduled"]);
    await platform.call(suspend, of, operator);
    expect(await statusOf()).toEqual(["paused"]);
    await platform.call(reinstate, of, operator);
    expect(await statusOf()).toEqual(["paused"]);
  });

  it.each([
    ["with its token is connected", "'sealed'", "connected"],
    ["without its token stays disconnected", "null", "disconnected"],
  ])("that is reinstated %s", async (_, token, status) => {
    const { org, of } = await connected();
    await platform.call(suspend, of, operator);
    await sql(org, `update whatsapp_accounts set token_encrypted = ${token} where org_id = $1`);
    await platform.call(reinstate, of, operator);
    expect(await accountOf(org)).toMatchObject({ status, status_reason: null });
  });

  it("is suspended and reinstated once", async () => {
    const { of } = await connected();
    const codeOf = async (key: string) => (await refusalOf(platform, key, of, operator)).code;
    expect(await codeOf(reinstate)).toBe("whatsapp.not_suspended_by_staff");
    const both = await Promise.all([1, 2].map(() => platform.request(suspend, of, operator)));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await codeOf(suspend)).toBe("whatsapp.not_connected");
    await platform.call(reinstate, of, operator);
    expect(await codeOf(reinstate)).toBe("whatsapp.not_suspended_by_staff");
  });

  it("is found under its own organisation alone", async () => {
    const [ours, theirs] = [await connected(), await connected()];
    const mixed = { ...ours.of, orgId: theirs.of.orgId };
    for (const key of [suspend, reinstate, "POST /admin/whatsapp/:orgId/:accountId/refresh"])
      expect((await platform.request(key, mixed, operator)).status, key).toBe(404);
    expect([await accountOf(ours.org), await accountOf(theirs.org)]).toMatchObject([
      { status: "connected" },
      { status: "connected" },
    ]);
  });
});

describe("what support does with an account", () => {
  it("shows a note to staff, and to its organisation only that there is one", async () => {
    const { org, of } = await connected();
    const { reason: _, ...place } = of;
    const body = "Their owner rang twice";
    await platform.call("POST /admin/whatsapp/:orgId/:accountId/notes", { ...place, body }, support);
    const seen = await platform.call("GET /admin/whatsapp/:orgId/:accountId", place, support);
    expect(JSON.stringify(seen)).toContain(body);
    const log = JSON.stringify(await logOf(org));
    expect(log).not.toContain(body);
    expect((await logOf(org))[0]).toMatchObject({ action: expect.stringMatching(/note/i) });
  });

  it("reports an unreachable Meta as the result of a test, and records it", async () => {
    const { org, of } = await connected();
    const { reason: _, ...place } = of;
    const result = await platform.call("POST /admin/whatsapp/:orgId/:accountId/test", place, support);
    expect(result).toMatchObject({
      reachable: false,
      subscribed: false,
      message: expect.stringMatching(/./),
    });
    expect((await logOf(org))[0]).toMatchObject({ status: "error" });
  });
});
