import { describe, expect, it, vi } from "vitest";
import { hashPassword } from "#app/domain/accounts/password.server.ts";
import { goodPassword, join } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

vi.mock("#app/domain/accounts/password.server.ts", { spy: true });

const platform = setUpPlatform();

describe("the API", () => {
  it("returns the user to a signed-in member", async () => {
    const org = await platform.createOrg("Duka Letu");
    const { user } = await platform.call("GET /auth/me", {}, org);
    expect(user).toMatchObject({
      businessName: "Duka Letu",
      email: org.email,
      planType: "Starter",
      messageLimit: 1000,
    });
  });

  it("refuses a visitor with 401 and a dotted code", async () => {
    const response = await platform.request("GET /auth/me");
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ code: "auth.required", message: "Please sign in." });
  });

  it("returns 404 for an unknown call", async () => {
    const response = await platform.request("GET /no/such/call");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "api.no_such_call" });
  });

  it("counts a call towards its limit however its path is spelt", async () => {
    const accept = (path: string) =>
      platform.api.fetch(
        new Request(`http://localhost:4000/api/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json", "x-client-address": "10.9.9.9" },
          body: JSON.stringify({ token: "no-such-token" }),
        }),
      );
    for (let hit = 0; hit < 100; hit++) await accept("invitation/accept");
    const paths = ["invitation/accept", "invitation/%61ccept", "%69nvitation/a%63cept"];
    const answers = await Promise.all(paths.map(async (path) => (await accept(path)).status));
    expect(answers).toEqual([429, 429, 429]);
  });

  it("computes no slow hash without an invitation", async () => {
    vi.mocked(hashPassword).mockClear();
    const newcomer = { firstName: "Njeri", lastName: "Otieno", password: "kahawa-na-mandazi-7" };
    const response = await platform.request("POST /invitation/accept", { token: "no-such-token", newcomer });
    expect(response.status).toBe(404);
    expect(hashPassword).not.toHaveBeenCalled();
  });

  it.each([
    ['{"__proto__":{"phone":"0712345671","name":"a\\u0000"}}'],
    ['{"phone":"0712345671","fields":[{"__proto__":{"label":"a","value":"b"}}]}'],
    ['{"phone":"0712345671","constructor":{"name":"a"}}'],
  ])("reads no inherited field of an object: %s", async (body) => {
    const org = await platform.createOrg();
    const response = await platform.api.fetch(
      new Request("http://localhost:4000/api/contacts", {
        method: "POST",
        headers: { "content-type": "application/json", cookie: org.cookie, "sec-fetch-site": "same-origin" },
        body,
      }),
    );
    expect(response.status).toBe(400);
  });

  it("reads no password from the query, which would be logged", async () => {
    await join(platform, "address@duka.test");
    const query = new URLSearchParams({ email: "address@duka.test", password: goodPassword });
    const response = await platform.api.fetch(
      new Request(`http://localhost:4000/api/auth/signin?${query}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-client-address": "10.0.0.1" },
        body: "{}",
      }),
    );
    expect(response.status).toBe(400);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it.each([
    ["a NUL", "Njeri\u0000"],
    ["half a character", "Njeri\ud83d"],
    ["a depth that no call needs", JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`)],
  ])("refuses %s in a text with 400", async (_, name) => {
    const org = await platform.createOrg("Duka Letu");
    const response = await platform.request("POST /contacts", { name, phone: "0712345678" }, org);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code: "request.unreadable_text" });
  });

  it("refuses a NUL in a query with 400", async () => {
    const org = await platform.createOrg("Duka Letu");
    expect((await platform.request("GET /search", { q: "\u0000" }, org)).status).toBe(400);
  });
});
