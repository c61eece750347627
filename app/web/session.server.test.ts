import { RouterContextProvider } from "react-router";
import { describe, expect, it } from "vitest";
import { requireUser, type SessionUser, userContext } from "./session.server.ts";

/** Where the guard redirects a user without an organisation, or null when it lets them pass. */
async function leadsTo(path: string): Promise<string | null> {
  const context = new RouterContextProvider();
  context.set(userContext, { usertype: "individual", role: null } as SessionUser);
  const args = { request: new Request(`http://localhost:4000${path}`), context } as unknown as Parameters<
    typeof requireUser
  >[0];
  const passed = new Response("passed");
  const answer = await Promise.resolve()
    .then(() => requireUser(args, async () => passed))
    .catch((thrown: unknown) => thrown as Response);
  return answer === passed ? null : (answer as Response).headers.get("location");
}

describe("a user removed from their only organisation", () => {
  it.each([
    "/settings",
    "/settings/security",
    "/profile",
    "/profile/email",
    "/profile.data",
    "/change-password",
  ])("still has %s", async (path) => expect(await leadsTo(path)).toBeNull());

  it.each(["/dashboard", "/contacts", "/messaging/campaigns/new", "/settingsx", "/profiles"])(
    "is redirected from %s to the settings",
    async (path) => expect(await leadsTo(path)).toBe("/settings"),
  );
});
