import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestPlatform, type TestPlatform } from "#tests/support/platform.ts";

let platform: TestPlatform;
beforeAll(async () => {
  platform = await createTestPlatform();
});
afterAll(() => platform.close());

describe("the API's door", () => {
  it("tells a signed-in member who they are", async () => {
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

  it("answers an unknown call with 404", async () => {
    const response = await platform.request("GET /no/such/call");
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ code: "api.no_such_call" });
  });
});
