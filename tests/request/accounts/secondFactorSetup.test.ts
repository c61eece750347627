import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { newId } from "#app/platform/ids.ts";
import { action as securityScreen } from "#app/routes/account/security.tsx";
import { answerOf, cookiesOf, goodPassword, join, signIn } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";
import { codesOfApp, setUpSecondFactor } from "#tests/support/secondFactor.ts";

const platform = setUpPlatform();
beforeAll(() => void vi.spyOn(console, "error").mockReturnValue(undefined));
afterAll(() => void vi.restoreAllMocks());

/** A user without an authenticator app. */
async function signedInNewcomer() {
  const email = `${newId("usr")}@mail.test`;
  await join(platform, email);
  return signIn(platform, email);
}

describe("setting up a second factor", () => {
  it("is on only after a correct code", async () => {
    const newcomer = await signedInNewcomer();
    await platform.call("POST /second-factor", { password: goodPassword }, newcomer);
    const response = await platform.request("POST /second-factor/confirm", { code: "000000" }, newcomer);
    expect(await answerOf(response)).toMatchObject({ body: { code: "second_factor.wrong_code" } });
    const { user } = await platform.call("GET /auth/me", {}, newcomer);
    expect(user.hasSecondFactor).toBe(false);
  });

  it("requires the password, whose tries are rate-limited", async () => {
    const newcomer = await signedInNewcomer();
    const start = (input: Record<string, string>) => platform.request("POST /second-factor", input, newcomer);
    expect(await answerOf(await start({}))).toMatchObject({
      status: 400,
      body: { fields: { password: "Current password is required" } },
    });
    for (let attempt = 0; attempt < 5; attempt++) {
      expect(await answerOf(await start({ password: "not-mine-at-all" }))).toMatchObject({
        status: 400,
        body: { code: "password.wrong", fields: { password: "Current password is incorrect" } },
      });
    }
    expect((await start({ password: goodPassword })).status).toBe(429);
    expect((await platform.call("GET /second-factor", {}, newcomer)).setup).toBeNull();
  });

  it("must be completed within half an hour of the password", async () => {
    const newcomer = await signedInNewcomer();
    const { user } = await platform.call("GET /auth/me", {}, newcomer);
    const code = await codesOfApp(platform, { userId: user.id, ...newcomer });
    platform.clock.advance(30 * 60_000);
    const late = await platform.request("POST /second-factor/confirm", { code: code() }, newcomer);
    expect(await answerOf(late)).toMatchObject({ status: 409, body: { code: "second_factor.not_started" } });
    expect((await platform.call("GET /second-factor", {}, newcomer)).setup).toBeNull();
  });

  it("restarts after the password was changed", async () => {
    const newcomer = await signedInNewcomer();
    await platform.call("POST /second-factor", { password: goodPassword }, newcomer);
    const newPassword = "chai-ya-rangi-4";
    const changed = await platform.request(
      "POST /auth/change-password",
      { currentPassword: goodPassword, newPassword, confirmPassword: newPassword },
      newcomer,
    );
    expect((await platform.call("GET /second-factor", {}, cookiesOf(changed))).setup).toBeNull();
  });

  it("starts on its screen with the password, whose error is shown at the field", async () => {
    const { cookie } = await signedInNewcomer();
    const start = (password: string) => {
      const request = formRequest("/settings/security", { intent: "start", password });
      request.headers.set("cookie", cookie);
      return postForm(platform, securityScreen, request);
    };
    expect((await start("")).errors).toEqual({ password: ["Current password is required"] });
    const wrong = await start("not-mine-at-all");
    expect(wrong.errors).toEqual({ password: ["Current password is incorrect"] });
    expect(wrong.payload).toEqual({ intent: "start" });
    expect((await start(goodPassword)).location).toBe("/settings/security");
  });

  it("shows that it is on when the confirmation is sent again by a reload", async () => {
    const newcomer = await signedInNewcomer();
    const confirm = () => {
      const request = formRequest("/settings/security", { intent: "confirm", code: "123456" });
      request.headers.set("cookie", newcomer.cookie);
      return postForm(platform, securityScreen, request);
    };
    expect((await confirm()).errors[""]).toEqual(["There is no setup to confirm. Start with a new key."]);
    const { user } = await platform.call("GET /auth/me", {}, newcomer);
    await setUpSecondFactor(platform, { ...newcomer, userId: user.id });
    const again = await confirm();
    expect(again.location).toBe("/settings/security");
    expect(again.cookies.join()).toContain("Two-step verification is already on.");
  });
});
