import { beforeEach, describe, expect, it } from "vitest";
import type { ActivityType } from "#app/domain/record/eventType.ts";
import { recordEntry } from "#tests/support/entries.ts";
import { cookiesOf, goodPassword, signIn } from "#tests/support/identity.ts";
import { invitationToken, joinOrganisation } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();
let org: TestOrg;
beforeEach(async () => {
  org = await platform.createOrg();
});

type As = { cookie: string };

/** The actions in the log, its export, and the dashboard, which must agree. */
async function actionsFor(as: As): Promise<string[]> {
  const { logs, stats } = await platform.call("GET /activity-logs", {}, as);
  const actions = logs.map(({ action }) => action);
  const { user } = await platform.call("GET /auth/me", {}, as);
  const file = await platform.request("GET /activity-logs/export", {}, as);
  expect(file.status).toBe(user.role === "agent" ? 403 : 200);
  const exported = (await file.text()).trimEnd().split("\r\n").slice(1);
  if (file.ok) expect(exported.map((row) => row.split(",")[3])).toEqual(actions);
  const { recentActivity } = await platform.call("GET /dashboard", {}, as);
  expect(recentActivity.map(({ action }) => action)).toEqual(actions.slice(0, 6));
  expect(stats.total).toBe(actions.length);
  return actions;
}
const note = (type: ActivityType) => recordEntry(org.ctx, { type, action: `An entry of ${type}` });

describe("an agent", () => {
  it("sees colleagues' work, but not their sign-ins", async () => {
    const agent = await joinOrganisation(platform, org, "agent");
    for (const type of ["message", "login", "auth", "security", "billing"] as const) await note(type);
    expect((await actionsFor(agent)).sort()).toEqual([
      "An entry of billing",
      "An entry of message",
      "Member joined",
    ]);
    const { logs } = await platform.call("GET /activity-logs", { type: "login" }, agent);
    expect(logs).toEqual([]);
  });

  it("sees their own sign-ins", async () => {
    const { email } = await joinOrganisation(platform, org, "agent");
    expect((await actionsFor(await signIn(platform, email))).sort()).toEqual(["Member joined", "Signed in"]);
  });
});

describe("an admin", () => {
  it("sees everything", async () => {
    const admin = await joinOrganisation(platform, org, "admin");
    for (const type of ["login", "auth", "security"] as const) await note(type);
    expect((await actionsFor(admin)).sort()).toEqual([
      "An entry of auth",
      "An entry of login",
      "An entry of security",
      "Member invited",
      "Member joined",
    ]);
  });
});

describe("a member of two organisations", () => {
  it("logs a session in the organisation that it is for", async () => {
    const first = await joinOrganisation(platform, org, "agent");
    platform.clock.advance(60_000);
    const second = await platform.createOrg("Soko Safi");
    await platform.call("POST /invitations", { email: first.email, role: "agent" }, second);
    const token = await invitationToken(platform, first.email);
    await platform.call("POST /invitation/accept", { token }, first);
    const newPassword = "nyama-choma-88x";
    const changed = await platform.request(
      "POST /auth/change-password",
      { currentPassword: goodPassword, newPassword, confirmPassword: newPassword },
      first,
    );
    expect(await actionsFor(second)).toContain("Password changed");
    expect(await actionsFor(org)).not.toContain("Password changed");
    await platform.call("POST /auth/logout", {}, cookiesOf(changed));
    expect(await actionsFor(second)).toContain("Signed out");
  });
});
