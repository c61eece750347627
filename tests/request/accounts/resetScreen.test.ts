import { describe, expect, it } from "vitest";
import { loader } from "#app/routes/auth/resetPassword.tsx";
import { createLoadContext } from "#app/web/platform.server.ts";
import { join, lookUpAddresses, newestMail } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { platformOf } from "#tests/support/screens.ts";

const platform = setUpPlatform();

/** Why the page shows no form; empty when it does. */
async function problemOf(query: string): Promise<string> {
  const request = new Request(`http://localhost:4000/reset-password${query}`, {
    headers: { "x-client-address": "10.0.0.1" },
  });
  const context = createLoadContext(platformOf(platform), request);
  const { problem } = await loader({ request, context } as unknown as Parameters<typeof loader>[0]);
  return problem;
}

describe("the page behind the link of a forgotten password", () => {
  it("shows the form for a valid link, and otherwise where to request one", async () => {
    await join(platform, "asha@duka.test");
    await platform.call("POST /auth/forgot-password", { email: "asha@duka.test" });
    await lookUpAddresses(platform);
    const { url } = await newestMail(platform, "asha@duka.test", "reset");
    const { search } = new URL(url);
    expect(await problemOf(search)).toBe("");
    const token = new URLSearchParams(search).get("token")!;
    await platform.call("POST /auth/reset-password", { token, password: "ugali-sukuma-9" });
    for (const dead of [search, "?token=garbage", `?token=${"x".repeat(300)}`])
      expect(await problemOf(dead)).toMatch(/no longer valid.*request a new one/);
    expect(await problemOf("")).toMatch(/from the link in our email/);
  });
});
