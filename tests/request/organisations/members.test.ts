import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { invitations, members } from "#app/db/schema/organisations/organisations.ts";
import { actionsOf } from "#tests/support/entries.ts";
import { answerOf, join, signIn } from "#tests/support/identity.ts";
import { invitationToken, joinOrganisation, newAddress, newcomer } from "#tests/support/members.ts";
import { setUpPlatform, type TestOrg } from "#tests/support/platform.ts";

const platform = setUpPlatform();

type As = { cookie: string } | undefined;
const refused = async (key: string, input: Record<string, unknown>, as?: As) =>
  answerOf(await platform.request(key, input, as));

const tokenFor = (email: string) => invitationToken(platform, email);
const joinAs = (org: TestOrg, role: "admin" | "agent") => joinOrganisation(platform, org, role);

/** Invites an address; returns the token of the email. */
async function invite(org: TestOrg, email: string, role: "admin" | "agent" = "agent") {
  const { id } = await platform.call("POST /invitations", { email, role }, org);
  return { id, token: await tokenFor(email) };
}

const rolesOf = async (org: TestOrg) =>
  Object.fromEntries(
    (await platform.call("GET /members", {}, org)).members.map((member) => [member.email, member.role]),
  );

const actionsIn = (org: TestOrg) => actionsOf(platform, org.orgId);

describe("an invitation", () => {
  it("opens an account that the email has verified, and signs it in", async () => {
    const org = await platform.createOrg("Duka Letu");
    const { cookie, email } = await joinAs(org, "agent");
    const { user } = await platform.call("GET /auth/me", {}, { cookie });
    expect(user).toMatchObject({ email, businessName: "Duka Letu", role: "agent", isVerified: true });
    await signIn(platform, email);
    expect(await actionsIn(org)).toEqual(expect.arrayContaining(["Member invited", "Member joined"]));
  });

  it("lets an existing user join, whose session is then in that organisation, and switch back", async () => {
    const org = await platform.createOrg("Duka Letu");
    const guest = await platform.createOrg("Guest Shop");
    const { token } = await invite(org, guest.email, "admin");
    expect(await platform.call("GET /invitation", { token })).toMatchObject({ hasAccount: true });
    expect(await refused("POST /invitation/accept", { token, newcomer })).toMatchObject({
      status: 401,
      body: { code: "invitation.sign_in_first" },
    });
    await platform.call("POST /invitation/accept", { token }, guest);
    const { user } = await platform.call("GET /auth/me", {}, guest);
    expect(user).toMatchObject({ businessName: "Duka Letu", role: "admin" });
    await platform.call("PUT /session/organisation", { orgId: guest.orgId }, guest);
    const back = await platform.call("GET /auth/me", {}, guest);
    expect(back.user).toMatchObject({ businessName: "Guest Shop", role: "owner" });
  });

  it("works once", async () => {
    const org = await platform.createOrg();
    const { token } = await invite(org, newAddress());
    const answers = await Promise.all([
      platform.request("POST /invitation/accept", { token, newcomer }),
      platform.request("POST /invitation/accept", { token, newcomer }),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await refused("GET /invitation", { token })).toMatchObject({ body: { code: "invitation.used" } });
  });

  it("ends after seven days", async () => {
    const org = await platform.createOrg();
    const { token } = await invite(org, newAddress());
    platform.clock.advance(7 * 86_400_000);
    expect(await refused("POST /invitation/accept", { token, newcomer })).toMatchObject({
      status: 409,
      body: { code: "invitation.expired" },
    });
  });

  it("that was revoked says so, and one that was sent again works with the new link only", async () => {
    const org = await platform.createOrg();
    const email = newAddress();
    const { id, token } = await invite(org, email);
    await platform.call("POST /invitations/:invitationId/resend", { invitationId: id }, org);
    expect(await refused("GET /invitation", { token })).toMatchObject({ status: 404 });
    const newer = await tokenFor(email);
    await platform.call("DELETE /invitations/:invitationId", { invitationId: id }, org);
    expect(await refused("POST /invitation/accept", { token: newer, newcomer })).toMatchObject({
      status: 409,
      body: { code: "invitation.revoked" },
    });
  });

  it("is not replaced by another one for the same address unless it expired", async () => {
    const org = await platform.createOrg();
    const email = newAddress();
    const { token } = await invite(org, email, "admin");
    const message =
      "An invitation for this address, as an admin, is still open. Resend or revoke it in the list on this page.";
    expect(await refused("POST /invitations", { email, role: "agent" }, org)).toEqual({
      status: 409,
      body: { code: "invitation.already_open", message, fields: { email: message } },
    });
    expect(await platform.call("GET /invitation", { token })).toMatchObject({ role: "admin" });
    await platform.services.db.withSystem((tx) =>
      tx.update(invitations).set({ expiresAt: platform.clock.now() }).where(eq(invitations.email, email)),
    );
    const later = await invite(org, email, "agent");
    expect(await platform.call("GET /invitation", { token: later.token })).toMatchObject({ role: "agent" });
    expect(await refused("GET /invitation", { token })).toMatchObject({
      body: { code: "invitation.expired" },
    });
  });

  it("works for its address only", async () => {
    const org = await platform.createOrg();
    const stranger = await platform.createOrg("Shop of others");
    const { token } = await invite(org, newAddress());
    expect(await refused("POST /invitation/accept", { token }, stranger)).toMatchObject({
      status: 403,
      body: { code: "invitation.other_email" },
    });
  });

  it("of another organisation is not found", async () => {
    const org = await platform.createOrg();
    const stranger = await platform.createOrg("Shop of others");
    const { id, token } = await invite(org, newAddress());
    for (const key of ["POST /invitations/:invitationId/resend", "DELETE /invitations/:invitationId"]) {
      expect(await refused(key, { invitationId: id }, stranger)).toMatchObject({
        status: 404,
        body: { code: "invitation.not_found" },
      });
    }
    expect((await platform.call("GET /members", {}, stranger)).invitations).toEqual([]);
    await platform.call("GET /invitation", { token });
  });

  it("is refused for existing members, and from an agent", async () => {
    const org = await platform.createOrg();
    const agent = await joinAs(org, "agent");
    const input = { email: agent.email, role: "agent" };
    expect(await refused("POST /invitations", input, org)).toMatchObject({
      status: 409,
      body: { code: "invitation.already_member" },
    });
    expect(await refused("POST /invitations", { ...input, email: newAddress() }, agent)).toMatchObject({
      status: 403,
    });
  });

  it("gives an unverified account to the owner of the mailbox", async () => {
    const org = await platform.createOrg("Duka Letu");
    const email = newAddress();
    await platform.call("POST /auth/signup", {
      ...newcomer,
      password: "of-a-stranger-9",
      email,
      businessName: "Somebody else",
    });
    const { token } = await invite(org, email);
    const response = await platform.request("POST /invitation/accept", { token, newcomer });
    const cookie = response.headers.getSetCookie()[0]!.split(";")[0]!;
    const { user } = await platform.call("GET /auth/me", {}, { cookie });
    expect(user).toMatchObject({ businessName: "Duka Letu", firstName: "Njeri" });
    expect((await refused("POST /auth/signin", { email, password: "of-a-stranger-9" })).status).toBe(401);
  });
});

describe("members", () => {
  it("the last owner can be neither demoted nor removed", async () => {
    const org = await platform.createOrg();
    for (const [key, input] of [
      ["PUT /members/:memberId", { role: "admin" }],
      ["DELETE /members/:memberId", {}],
    ] as const) {
      expect(await refused(key, { memberId: org.userId, ...input }, org)).toMatchObject({
        status: 409,
        body: { code: "member.last_owner" },
      });
    }
    expect(await rolesOf(org)).toEqual({ [org.email]: "owner" });
  });

  it("two owners who step down at once leave one", async () => {
    const org = await platform.createOrg();
    const other = await joinAs(org, "admin");
    await platform.call("PUT /members/:memberId", { memberId: other.memberId, role: "owner" }, org);
    const answers = await Promise.all([
      platform.request("PUT /members/:memberId", { memberId: org.userId, role: "agent" }, org),
      platform.request("PUT /members/:memberId", { memberId: other.memberId, role: "agent" }, other),
    ]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(Object.values(await rolesOf(org)).sort()).toEqual(["agent", "owner"]);
  });

  it("an admin can neither change nor appoint owners", async () => {
    const org = await platform.createOrg();
    const admin = await joinAs(org, "admin");
    const agent = await joinAs(org, "agent");
    const calls = [
      ["PUT /members/:memberId", { memberId: org.userId, role: "agent" }],
      ["DELETE /members/:memberId", { memberId: org.userId }],
      ["PUT /members/:memberId", { memberId: agent.memberId, role: "owner" }],
    ] as const;
    for (const [key, input] of calls)
      expect(await refused(key, input, admin)).toMatchObject({ body: { code: "member.owners_only" } });
    await platform.call("PUT /members/:memberId", { memberId: agent.memberId, role: "admin" }, admin);
    expect(await rolesOf(org)).toMatchObject({ [org.email]: "owner", [agent.email]: "admin" });
  });

  it("are listed with the time when each was last active here", async () => {
    const [org, other] = [await platform.createOrg(), await platform.createOrg()];
    const agent = await joinAs(org, "agent");
    platform.clock.advance(3_600_000);
    await platform.call("GET /members", {}, agent);
    const { members } = await platform.call("GET /members", {}, org);
    expect(members.map(({ id }) => id)).not.toContain(other.userId);
    const seen = members.find(({ id }) => id === agent.memberId)!.lastActiveAt!;
    expect(Date.parse(seen)).toBe(platform.clock.now().getTime());
  });

  it("lose a role's rights from the next call on", async () => {
    const org = await platform.createOrg();
    const admin = await joinAs(org, "admin");
    expect((await platform.request("GET /members", {}, admin)).status).toBe(200);
    await platform.call("PUT /members/:memberId", { memberId: admin.memberId, role: "agent" }, org);
    const change = { memberId: org.userId, role: "agent" };
    expect((await refused("PUT /members/:memberId", change, admin)).body).toMatchObject({
      code: "auth.forbidden",
    });
  });

  it("who are removed are signed out of this organisation at once, and keep their account", async () => {
    const org = await platform.createOrg();
    const agent = await joinAs(org, "agent");
    await platform.call("DELETE /members/:memberId", { memberId: agent.memberId }, org);
    expect((await refused("GET /auth/me", {}, agent)).status).toBe(401);
    const again = await signIn(platform, agent.email);
    const { user } = await platform.call("GET /auth/me", {}, again);
    expect(user).toMatchObject({ role: null, businessName: "" });
    expect((await refused("GET /members", {}, again)).status).toBe(403);
    expect(await platform.call("GET /profile/activity", {}, again)).toEqual({ activity: [] });
    await platform.call("PUT /profile", { firstName: "Wanjiru", lastName: "Otieno", phoneNumber: "" }, again);
    expect((await platform.call("GET /auth/me", {}, again)).user).toMatchObject({ firstName: "Wanjiru" });
    expect(await actionsIn(org)).toContain("Member removed");
  });

  it.each(["admin", "agent"] as const)("of the role %s can leave, and are signed out here", async (role) => {
    const org = await platform.createOrg();
    const colleague = await joinAs(org, role);
    await platform.call("DELETE /membership", {}, colleague);
    expect((await refused("GET /auth/me", {}, colleague)).status).toBe(401);
    expect(await rolesOf(org)).toEqual({ [org.email]: "owner" });
    expect(await actionsIn(org)).toContain("Member left");
    const { user } = await platform.call("GET /auth/me", {}, await signIn(platform, colleague.email));
    expect(user).toMatchObject({ role: null });
  });

  it("the last owner cannot leave; of two owners who leave at once one stays", async () => {
    const org = await platform.createOrg();
    expect(await refused("DELETE /membership", {}, org)).toMatchObject({
      status: 409,
      body: { code: "member.last_owner" },
    });
    const other = await joinAs(org, "admin");
    await platform.call("PUT /members/:memberId", { memberId: other.memberId, role: "owner" }, org);
    const answers = await Promise.all(
      [org, other].map((owner) => platform.request("DELETE /membership", {}, owner)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
  });

  it("of another organisation are not found and stay", async () => {
    const org = await platform.createOrg();
    const stranger = await platform.createOrg("Shop of others");
    for (const key of ["GET /members/:memberId", "PUT /members/:memberId", "DELETE /members/:memberId"]) {
      expect(await refused(key, { memberId: org.userId, role: "agent" }, stranger)).toMatchObject({
        status: 404,
        body: { code: "member.not_found" },
      });
    }
    expect(
      await platform.services.db.withSystem((tx) =>
        tx.select().from(members).where(eq(members.userId, org.userId)),
      ),
    ).toMatchObject([{ role: "owner" }]);
  });

  it("no one switches to an organisation that is not theirs", async () => {
    const org = await platform.createOrg();
    const email = newAddress();
    await join(platform, email);
    const session = await signIn(platform, email);
    expect(await refused("PUT /session/organisation", { orgId: org.orgId }, session)).toMatchObject({
      status: 404,
      body: { code: "organisation.not_found" },
    });
  });
});
