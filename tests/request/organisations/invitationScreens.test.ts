import { describe, expect, it } from "vitest";
import { loader as invitationPage } from "#app/routes/auth/invitation.tsx";
import { action as membersScreen } from "#app/routes/organisation/members.tsx";
import { createLoadContext } from "#app/web/platform.server.ts";
import { type SessionUser, userContext } from "#app/web/session.server.ts";
import { invitationToken, newAddress, newcomer } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, platformOf, postForm } from "#tests/support/screens.ts";

const platform = setUpPlatform();

/** The page behind the link, for a visitor or a user signed in with an address. */
async function pageOf(token: string, signedInAs?: string) {
  const request = new Request(`http://localhost:4000/invitation?token=${token}`, {
    headers: { "x-client-address": "10.0.0.1" },
  });
  const context = createLoadContext(platformOf(platform), request);
  if (signedInAs) context.set(userContext, { email: signedInAs } as SessionUser);
  return invitationPage({ request, context, params: {} } as unknown as Parameters<typeof invitationPage>[0]);
}

describe("the members screen", () => {
  it("refuses a second invitation of an address and keeps the typed values", async () => {
    const org = await platform.createOrg();
    const email = newAddress();
    await platform.call("POST /invitations", { email, role: "admin" }, org);
    const fields = { intent: "invite", email, role: "agent" };
    const headers = { "sec-fetch-site": "same-origin", cookie: org.cookie };
    const answer = await postForm(platform, membersScreen, formRequest("/settings/members", fields, headers));
    expect(answer).toMatchObject({
      status: 400,
      errors: { email: [expect.stringMatching(/is still open\. Resend or revoke it/)] },
      payload: fields,
    });
  });
});

describe("the page of an invitation", () => {
  it("says that a link was used, and asks only visitors to sign in", async () => {
    const org = await platform.createOrg();
    const email = newAddress();
    await platform.call("POST /invitations", { email, role: "agent" }, org);
    const token = await invitationToken(platform, email);
    await platform.call("POST /invitation/accept", { token, newcomer });
    const used = "This invitation was already accepted.";
    expect((await pageOf(token, email)).problem).toBe(used);
    expect((await pageOf(token)).problem).toBe(`${used} Sign in to continue.`);
  });

  it("says that a newer email replaced a link that was sent again", async () => {
    const org = await platform.createOrg();
    const email = newAddress();
    const { id } = await platform.call("POST /invitations", { email, role: "agent" }, org);
    const token = await invitationToken(platform, email);
    await platform.call("POST /invitations/:invitationId/resend", { invitationId: id }, org);
    expect((await pageOf(token)).problem).toMatch(
      /a newer email replaced it\. Open the link in the latest email/,
    );
  });
});
