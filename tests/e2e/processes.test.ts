import { describe, expect, it } from "vitest";
import { demoLogins } from "#app/db/demo/load.server.ts";
import { setUpServersApart } from "#tests/support/apart.ts";

const { web, api, appUrl } = setUpServersApart();

describe("screens in one process, the API in another, on one PostgreSQL", () => {
  it("a member signs in through the screens, and the API knows where from", async () => {
    const visitor = "198.51.100.7";
    const answer = await fetch(`${web.url}/login`, {
      method: "POST",
      redirect: "manual",
      headers: {
        origin: appUrl,
        "x-forwarded-for": visitor,
        "content-type": "application/x-www-form-urlencoded",
      },
      body: new URLSearchParams({ email: demoLogins.individual, password: demoLogins.password }),
    });
    expect(answer.headers.get("location")).toBe("/dashboard");
    const session = answer.headers.getSetCookie().find((value) => value.startsWith("tarishi_session="));
    const cookie = session!.split(";")[0]!;
    const page = await fetch(`${web.url}/dashboard`, { headers: { cookie } });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Duka Letu");
    const sessions = await fetch(`${api.url}/api/sessions`, { headers: { cookie } });
    expect(await sessions.text()).toContain(visitor);
  });

  it("each process answers for its own part only", async () => {
    expect((await fetch(`${api.url}/login`)).status).toBe(404);
    const direct = await fetch(`${web.url}/api/auth/me`, { redirect: "manual" });
    expect(direct.headers.get("content-type") ?? "").not.toContain("json");
  });

  it("with the API gone, a page says so instead of hanging", async () => {
    await api.stop();
    const page = await fetch(`${web.url}/login`, { signal: AbortSignal.timeout(10_000) });
    expect(page.status).toBe(200);
    expect((await fetch(`${web.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${web.url}/readyz`)).status).toBe(503);
  });
});
