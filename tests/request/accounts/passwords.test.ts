import { describe, expect, it } from "vitest";
import {
  answerOf,
  goodPassword,
  join,
  lookUpAddresses,
  mailsTo,
  newestMail,
  signIn,
} from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const isSignedIn = async (as: { cookie: string }) => (await platform.request("GET /auth/me", {}, as)).ok;
const reset = async (token: string, password: string) =>
  answerOf(await platform.request("POST /auth/reset-password", { token, password }));
const change = async (input: Record<string, unknown>, as: { cookie: string }) =>
  answerOf(await platform.request("POST /auth/change-password", input, as));

/** Asks for a link and returns the token in it. */
async function requestLink(email: string): Promise<string> {
  await platform.call("POST /auth/forgot-password", { email });
  await lookUpAddresses(platform);
  const { url } = await newestMail(platform, email, "reset");
  expect(url).toMatch(/^http:\/\/localhost:4000\/reset-password\?token=/);
  return new URL(url).searchParams.get("token")!;
}

const linkInvalid = {
  status: 400,
  body: {
    code: "password_reset.link_invalid",
    message: "This link is no longer valid. Please request a new one.",
  },
};

describe("a forgotten password", () => {
  it("gets the same reply for known and unknown addresses; only the known one gets an email", async () => {
    await join(platform, "known@duka.test");
    const answers = [];
    for (const email of ["known@duka.test", "unknown@duka.test"])
      answers.push(await answerOf(await platform.request("POST /auth/forgot-password", { email })));
    expect(answers[0]).toEqual(answers[1]);
    await lookUpAddresses(platform);
    expect((await mailsTo(platform, "known@duka.test")).map(({ kind }) => kind)).toContain("reset");
    expect(await mailsTo(platform, "unknown@duka.test")).toEqual([]);
  });

  it("is reset by the link, which ends the sessions in all browsers", async () => {
    await join(platform, "two@duka.test");
    const phone = await signIn(platform, "two@duka.test");
    const laptop = await signIn(platform, "two@duka.test");
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([true, true]);
    const token = await requestLink("two@duka.test");
    expect(await reset(token, "ugali-sukuma-9")).toEqual({
      status: 200,
      body: { message: "Your password was changed. Please sign in." },
    });
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, false]);
    await expect(signIn(platform, "two@duka.test", goodPassword)).rejects.toThrow(/401/);
    expect(await isSignedIn(await signIn(platform, "two@duka.test", "ugali-sukuma-9"))).toBe(true);
    expect(await newestMail(platform, "two@duka.test", "security_notice")).toMatchObject({
      ipAddress: "10.0.0.1",
    });
  });

  it("keeps other users' sessions", async () => {
    await join(platform, "mine@duka.test");
    await join(platform, "theirs@duka.test");
    const theirs = await signIn(platform, "theirs@duka.test");
    await reset(await requestLink("mine@duka.test"), "ugali-sukuma-9");
    expect(await isSignedIn(theirs)).toBe(true);
  });

  it("has a link that works once, for thirty minutes; only the newest is valid", async () => {
    await join(platform, "link@duka.test");
    const old = await requestLink("link@duka.test");
    platform.clock.advance(5 * 60_000);
    const token = await requestLink("link@duka.test");
    expect(await reset(old, "ugali-sukuma-9")).toEqual(linkInvalid);
    expect((await reset(token, "ugali-sukuma-9")).status).toBe(200);
    expect(await reset(token, "ugali-sukuma-8")).toEqual(linkInvalid);
    platform.clock.advance(60_000);
    const late = await requestLink("link@duka.test");
    platform.clock.advance(31 * 60_000);
    expect(await reset(late, "ugali-sukuma-9")).toEqual(linkInvalid);
  });

  it("has a link that reports whether it is valid without being used up", async () => {
    await join(platform, "opens@duka.test");
    const token = await requestLink("opens@duka.test");
    const opens = async (token: string) =>
      (await platform.call("GET /auth/reset-password", { token })).isValid;
    for (let time = 0; time < 12; time += 1) expect(await opens(token)).toBe(true);
    for (const wrong of ["garbage", "otp_1.x", `${token}x`, token.split(".")[0]!])
      expect(await opens(wrong)).toBe(false);
    expect((await reset(token, "ugali-sukuma-9")).status).toBe(200);
    expect(await opens(token)).toBe(false);
  });

  it("has a link whose guesses are rate-limited alike on opening and on sending", async () => {
    const openLink = async () =>
      (await platform.request("GET /auth/reset-password", { token: "otp_7.x" })).status;
    const statuses = [];
    for (let time = 0; time < 11; time += 1) statuses.push(await openLink());
    expect(statuses).toEqual([...Array(10).fill(200), 429]);
    expect((await reset("otp_7.x", "ugali-sukuma-9")).status).toBe(429);
  });

  it("is not reset by a forged token, nor by someone else's", async () => {
    await join(platform, "victim@duka.test");
    await join(platform, "attacker@duka.test");
    const [id] = (await requestLink("victim@duka.test")).split(".");
    const [, secret] = (await requestLink("attacker@duka.test")).split(".");
    for (const token of ["x", "otp_1.x", `${id}.${secret}`, `${id}.`, `${id}`])
      expect(await reset(token, "ugali-sukuma-9")).toEqual(linkInvalid);
  });

  it("cannot be reset to a short or common one, and a refusal does not use up the link", async () => {
    await join(platform, "rules@duka.test");
    const token = await requestLink("rules@duka.test");
    expect((await reset(token, "short77")).body.fields).toEqual({
      password: "Password must be at least 8 characters long",
    });
    for (const weak of ["qwertyuiop", "Rules@duka.test", "Kamau-Hardware 2026", "Tarishi2026"])
      expect([weak, (await reset(token, weak)).body]).toMatchObject([weak, { code: "password.too_common" }]);
    expect((await reset(token, "ugali-sukuma-9")).status).toBe(200);
  });
});

describe("changing the password", () => {
  it.each([
    [{ currentPassword: "" }, "currentPassword", "Current password is required"],
    [{ newPassword: "" }, "newPassword", "New password is required"],
    [
      { newPassword: "short77", confirmPassword: "short77" },
      "newPassword",
      "Password must be at least 8 characters long",
    ],
    [{ confirmPassword: "" }, "confirmPassword", "Please confirm your new password"],
    [{ confirmPassword: "something-else" }, "confirmPassword", "Passwords do not match"],
    [
      { newPassword: goodPassword, confirmPassword: goodPassword },
      "newPassword",
      "New password must be different from current password",
    ],
    [{ currentPassword: "not-mine-at-all" }, "currentPassword", "Current password is incorrect"],
    [{ newPassword: "password1", confirmPassword: "password1" }, "newPassword", /common passwords/],
    [{ newPassword: "KamauHardware!1", confirmPassword: "KamauHardware!1" }, "newPassword", /a business/],
  ])("refuses %o", async (wrong, field, message) => {
    const email = `${field.toLowerCase()}-${Math.random()}@duka.test`;
    await join(platform, email);
    const browser = await signIn(platform, email);
    const right = {
      currentPassword: goodPassword,
      newPassword: "nyama-choma-5",
      confirmPassword: "nyama-choma-5",
    };
    const { status, body } = await change({ ...right, ...wrong }, browser);
    expect(status).toBe(400);
    expect((body.fields as Record<string, string>)[field]).toMatch(message);
    expect(await isSignedIn(await signIn(platform, email))).toBe(true);
  });

  it("ends other sessions, gives this browser a new token, and sends a notice", async () => {
    await join(platform, "change@duka.test");
    const other = await signIn(platform, "change@duka.test");
    const mine = await signIn(platform, "change@duka.test");
    const response = await platform.request(
      "POST /auth/change-password",
      { currentPassword: goodPassword, newPassword: "nyama-choma-5", confirmPassword: "nyama-choma-5" },
      mine,
    );
    expect(response.status).toBe(200);
    const renewed = { cookie: response.headers.getSetCookie()[0]!.split(";")[0]! };
    expect([await isSignedIn(other), await isSignedIn(mine), await isSignedIn(renewed)]).toEqual([
      false,
      false,
      true,
    ]);
    await signIn(platform, "change@duka.test", "nyama-choma-5");
    expect((await newestMail(platform, "change@duka.test", "security_notice")).event).toMatch(/changed/);
  });

  it("invalidates a reset link that was emailed before", async () => {
    await join(platform, "linked@duka.test");
    const token = await requestLink("linked@duka.test");
    const newPassword = "nyama-choma-5";
    const browser = await signIn(platform, "linked@duka.test");
    const passwords = { currentPassword: goodPassword, newPassword, confirmPassword: newPassword };
    expect((await change(passwords, browser)).status).toBe(200);
    expect(await reset(token, "ugali-sukuma-9")).toEqual(linkInvalid);
  });

  it("requires a session", async () => {
    expect((await platform.request("POST /auth/change-password", {})).status).toBe(401);
  });
});
