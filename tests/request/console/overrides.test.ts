import { describe, expect, it } from "vitest";
import { endDueOverrides } from "#app/domain/console/endOverrides.server.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { refusalOf } from "#tests/support/sending.ts";
import { setUp } from "#tests/support/setUp.ts";
import { staffOf } from "#tests/support/staff.ts";

const platform = setUpPlatform();
const reason = "Agreed with their director";
const dayMs = 86_400_000;
const finance = setUp(() => staffOf(platform)("finance"));

const post = "POST /admin/organisations/:orgId/override";
const end = "DELETE /admin/organisations/:orgId/override";
const dayAhead = (days: number) =>
  new Date(platform.clock.now().getTime() + days * dayMs).toISOString().slice(0, 10);

const override = (
  { orgId }: TestOrg,
  planType: "Starter" | "Growth" | "Enterprise",
  messageLimit: number,
  days: number,
) => platform.call(post, { orgId, planType, messageLimit, endsOn: dayAhead(days), reason }, finance);

const planOf = async ({ orgId }: TestOrg) =>
  (
    await platform.services.db.system.query(
      "select plan_type, message_limit from organisations where id = $1",
      [orgId],
    )
  ).rows[0];
const logOf = async (org: TestOrg) =>
  (await platform.call("GET /activity-logs", {}, org)).logs.map(({ action }) => action);

describe("a plan changed by staff for a time", () => {
  it("expires at the end of its day, and the former plan is restored", async () => {
    const org = await platform.createOrg("Duka la muda");
    const former = await planOf(org);
    await override(org, "Enterprise", 500_000, 3);
    expect(await planOf(org)).toEqual({ plan_type: "Enterprise", message_limit: 500_000 });
    expect(await endDueOverrides(platform)).toEqual({ ended: 0 });
    platform.clock.advance(4 * dayMs);
    expect(await endDueOverrides(platform)).toEqual({ ended: 1 });
    expect(await endDueOverrides(platform)).toEqual({ ended: 0 });
    platform.clock.advance(-4 * dayMs);
    expect(await planOf(org)).toEqual(former);
  });

  it("is replaced by a second one, and ending that restores the plan from before both", async () => {
    const org = await platform.createOrg("Duka la mbili");
    const former = await planOf(org);
    await override(org, "Growth", 1000, 3);
    await override(org, "Enterprise", 2000, 5);
    expect(await planOf(org)).toEqual({ plan_type: "Enterprise", message_limit: 2000 });
    await platform.call(end, { orgId: org.orgId, reason }, finance);
    expect(await planOf(org)).toEqual(former);
    expect(await refusalOf(platform, end, { orgId: org.orgId, reason }, finance)).toMatchObject({
      status: 404,
      code: "override.not_found",
    });
  });

  it("keeps the former plan when two administrators change it at the same moment", async () => {
    const org = await platform.createOrg("Duka la pamoja");
    const former = await planOf(org);
    await Promise.all([override(org, "Growth", 1000, 3), override(org, "Enterprise", 2000, 3)]);
    await platform.call(end, { orgId: org.orgId, reason }, finance);
    expect(await planOf(org)).toEqual(former);
  });

  it.each([
    ["a day that is over", { endsOn: "2001-01-01" }, 400],
    ["a day more than a year ahead", { endsOn: "2199-01-01" }, 400],
    ["no reason", { reason: "" }, 400],
    ["a plan that does not exist", { planType: "Gold" }, 400],
    ["fewer than no messages", { messageLimit: -1 }, 400],
    ["part of a message", { messageLimit: 0.5 }, 400],
    ["an unknown organisation", { orgId: "org_0" }, 404],
  ])("is refused for %s", async (_, change, status) => {
    const org = await platform.createOrg("Duka la kawaida");
    const former = await planOf(org);
    const form = { orgId: org.orgId, planType: "Growth", messageLimit: 10, endsOn: dayAhead(2), reason };
    expect((await platform.request(post, { ...form, ...change }, finance)).status).toBe(status);
    expect(await planOf(org)).toEqual(former);
  });

  it("is in the organisation's activity log, as is a new name", async () => {
    const org = await platform.createOrg("Duka la zamani");
    const { orgId } = org;
    await override(org, "Growth", 1000, 3);
    await platform.call(end, { orgId, reason }, finance);
    await platform.call("PUT /admin/organisations/:orgId", { orgId, name: "Duka Jipya", reason }, finance);
    expect((await platform.call("GET /auth/me", {}, org)).user.businessName).toBe("Duka Jipya");
    expect((await logOf(org)).slice(0, 3).sort()).toEqual([
      "Organisation renamed",
      "Plan overridden",
      "Plan override ended",
    ]);
  });
});
