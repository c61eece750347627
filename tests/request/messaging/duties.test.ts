import { describe, expect, it } from "vitest";
import { action } from "#app/routes/organisation/inbox.tsx";
import { joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";

const platform = setUpPlatform();

const team = async (org: TestOrg) => {
  const { members } = await platform.call("GET /inbox/settings", {}, org);
  return Object.fromEntries(members.map(({ id, onDuty, capacity }) => [id, { onDuty, capacity }]));
};
const changes = async (org: TestOrg) =>
  (await platform.call("GET /activity-logs", {}, org)).logs.filter(({ details }) =>
    /available/i.test(details),
  ).length;
const save = (members: unknown, as: { cookie: string }) =>
  platform.request("PUT /inbox/members", { members }, as);

describe("the availability of the team", () => {
  it("is saved for all members at once; those without a change are not recorded", async () => {
    const org = await platform.createOrg();
    const [one, two] = [
      await joinOrganisation(platform, org, "agent"),
      await joinOrganisation(platform, org, "agent"),
    ];
    const duties = [
      { memberId: org.userId, onDuty: false, capacity: 10 },
      { memberId: one.memberId, onDuty: true, capacity: 3 },
      { memberId: two.memberId, onDuty: true, capacity: 10 },
    ];
    expect(await (await save(duties, org)).json()).toEqual({ changed: 2 });
    expect(await team(org)).toEqual({
      [org.userId]: { onDuty: false, capacity: 10 },
      [one.memberId]: { onDuty: true, capacity: 3 },
      [two.memberId]: { onDuty: true, capacity: 10 },
    });
    expect(await changes(org)).toBe(2);
    expect(await (await save(duties, org)).json()).toEqual({ changed: 0 });
    expect(await changes(org)).toBe(2);
  });

  it("is not saved at all with a member of another organisation, and never by an agent", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const agent = await joinOrganisation(platform, org, "agent");
    const own = { memberId: org.userId, onDuty: true, capacity: 2 };
    const foreign = { memberId: other.userId, onDuty: true, capacity: 2 };
    expect((await save([own, foreign], org)).status).toBe(404);
    expect((await save([own], agent)).status).toBe(403);
    expect((await save([{ ...own, capacity: 0 }], org)).status).toBe(400);
    expect((await save([], org)).status).toBe(400);
    expect((await team(org))[org.userId]).toEqual({ onDuty: false, capacity: 10 });
    expect((await team(other))[other.userId]).toEqual({ onDuty: false, capacity: 10 });
  });

  it("says which capacity is wrong, and keeps a member's own switch apart from it", async () => {
    const org = await platform.createOrg();
    const post = (fields: Record<string, string>) => {
      const headers = { cookie: org.cookie, "sec-fetch-site": "same-origin" };
      return postForm(platform, action, formRequest("/settings/inbox", fields, headers));
    };
    const form = { intent: "members", "members[0].memberId": org.userId, "members[0].onDuty": "on" };
    const refused = await post({ ...form, "members[0].capacity": "501" });
    expect(Object.keys(refused.errors)).toEqual(["members[0].capacity"]);
    expect((await post({ ...form, "members[0].capacity": "7" })).location).toBe("/settings/inbox");
    await platform.call("PUT /inbox/duty", { onDuty: false }, org);
    expect((await team(org))[org.userId]).toEqual({ onDuty: false, capacity: 7 });
  });
});
