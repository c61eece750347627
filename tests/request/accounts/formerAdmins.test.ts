import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { answerOf } from "#tests/support/identity.ts";
import { invitationToken, joinOrganisation, newAddress, newcomer } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { callDuring } from "#tests/support/races.ts";

const platform = setUpPlatform();

describe("invitations", () => {
  it.each([
    ["is removed", "DELETE /members/:memberId", {}],
    ["becomes an agent", "PUT /members/:memberId", { role: "agent" }],
  ])("of an admin who %s cannot bring that admin back", async (_, key, input) => {
    const org = await platform.createOrg();
    const admin = await joinOrganisation(platform, org, "admin");
    const [mine, theirs] = [newAddress(), newAddress()];
    await platform.call("POST /invitations", { email: mine, role: "admin" }, admin);
    await platform.call("POST /invitations", { email: theirs, role: "agent" }, org);
    await platform.request(key, { memberId: admin.memberId, ...input }, org);
    const back = { token: await invitationToken(platform, mine), newcomer };
    expect(await answerOf(await platform.request("POST /invitation/accept", back))).toMatchObject({
      status: 409,
      body: { code: "invitation.revoked" },
    });
    await platform.call("GET /invitation", { token: await invitationToken(platform, theirs) });
    const { invitations } = await platform.call("GET /members", {}, org);
    expect(invitations.map(({ email }) => email)).toEqual([theirs]);
  });

  it("of an admin who leaves are revoked", async () => {
    const org = await platform.createOrg();
    const admin = await joinOrganisation(platform, org, "admin");
    await platform.call("POST /invitations", { email: newAddress(), role: "admin" }, admin);
    await platform.call("DELETE /membership", {}, admin);
    expect((await platform.call("GET /members", {}, org)).invitations).toEqual([]);
  });

  it("cannot be sent by an admin while they are being removed", async () => {
    const org = await platform.createOrg();
    const admin = await joinOrganisation(platform, org, "admin");
    const answer = await callDuring(
      platform,
      (tx) => tx.delete(members).where(eq(members.userId, admin.memberId)),
      () => platform.request("POST /invitations", { email: newAddress(), role: "admin" }, admin),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "auth.forbidden" } });
  });
});
