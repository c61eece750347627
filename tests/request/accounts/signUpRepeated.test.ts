import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#app/platform/ids.ts";
import { action as verifyScreen } from "#app/routes/auth/verifyOtp.tsx";
import {
  cookiesOf,
  goodPassword,
  join,
  lookUpAddresses,
  mailsTo,
  newestMail,
  signUp,
  signUpPayload,
} from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { formRequest, postForm } from "#tests/support/screens.ts";

const platform = setUpPlatform();

const theirs = "attackers-choice-9x";
let email: string;
beforeEach(() => {
  email = `${newId("usr")}@mail.test`;
});

/** A browser posts the form; returns its cookies. */
async function fillIn(fields: Record<string, string> = {}, as?: { cookie: string }) {
  const response = await platform.request("POST /auth/signup", { ...signUpPayload(email), ...fields }, as);
  expect(response.status).toBe(200);
  return cookiesOf(response);
}
const verify = async (otp: string, as?: { cookie: string }) =>
  (await platform.request("POST /auth/verify-otp", { email, otp }, as)).json();
const newestCode = async () => (await newestMail(platform, email, "code")).code;
const gotIn = async (password: string) =>
  (await platform.request("POST /auth/signin", { email, password })).status === 200;
const pauseMs = 31_000;
const verified = { isVerified: true, message: "Email verified successfully! Redirecting..." };

/** Follows the emailed link, the only way in. */
async function chooseByLink() {
  const { url, isFirst } = await newestMail(platform, email, "reset");
  expect(isFirst).toBe(true);
  const token = new URL(url).searchParams.get("token")!;
  await platform.call("POST /auth/reset-password", { token, password: "ugali-sukuma-9" });
  expect(await gotIn("ugali-sukuma-9")).toBe(true);
}

describe("a sign-up that someone else repeats", () => {
  it("changes nothing within the pause: the code opens the account with the first password", async () => {
    const browser = await fillIn();
    const code = await newestCode();
    platform.clock.advance(5_000);
    await fillIn({ firstName: "Mallory", password: theirs });
    expect(await mailsTo(platform, email)).toHaveLength(1);
    expect(await verify(code, browser)).toEqual(verified);
    expect(await gotIn(theirs)).toBe(false);
    const { user } = await platform.call("POST /auth/signin", { email, password: goodPassword });
    expect(user?.firstName).toBe("Wanjiru");
  });

  it("gets its own code after the pause, which does not work for the owner", async () => {
    const browser = await fillIn();
    const code = await newestCode();
    platform.clock.advance(pauseMs);
    await fillIn({ firstName: "Mallory", password: theirs });
    const newer = await newestMail(platform, email, "code");
    expect(newer.repeated).toBe(true);
    if (newer.code !== code) expect(await verify(code, browser)).toMatchObject({ code: "otp.wrong" });
    expect(await verify(newer.code, browser)).toMatchObject({ isVerified: true, passwordLinkSent: true });
    expect([await gotIn(theirs), await gotIn(goodPassword)]).toEqual([false, false]);
    await chooseByLink();
  });

  it.each([5_000, pauseMs])("%d ms before the owner's does not open the account either", async (ms) => {
    await fillIn({ firstName: "Mallory", password: theirs });
    platform.clock.advance(ms);
    const browser = await fillIn();
    const answer = await verify(await newestCode(), browser);
    expect(await gotIn(theirs)).toBe(false);
    if (ms >= pauseMs) {
      expect(answer).toEqual(verified);
      expect(await gotIn(goodPassword)).toBe(true);
    } else {
      expect(answer).toMatchObject({ isVerified: true, passwordLinkSent: true });
      await chooseByLink();
    }
  });

  it("is not opened by typing the code on a device without the form", async () => {
    await fillIn({ password: theirs });
    platform.clock.advance(5_000);
    await fillIn();
    expect(await verify(await newestCode())).toMatchObject({ isVerified: true, passwordLinkSent: true });
    expect(await gotIn(theirs)).toBe(false);
    await chooseByLink();
  });

  it("adds nothing to the cookie of another account", async () => {
    const own = cookiesOf(await platform.request("POST /auth/signup", signUpPayload(`x.${email}`)));
    await fillIn({ password: theirs });
    platform.clock.advance(pauseMs);
    await fillIn({ password: theirs });
    expect(await verify(await newestCode(), own)).toMatchObject({ passwordLinkSent: true });
    expect(await gotIn(theirs)).toBe(false);
  });
});

describe("a sign-up that its owner repeats", () => {
  it("opens with the newest form, in the browser of that form", async () => {
    await fillIn();
    platform.clock.advance(pauseMs);
    const browser = await fillIn({ firstName: "Njeri", password: "pilipili-kali-3" });
    expect(await verify(await newestCode(), browser)).toEqual(verified);
    expect(await gotIn(goodPassword)).toBe(false);
    const { user } = await platform.call("POST /auth/signin", { email, password: "pilipili-kali-3" });
    expect(user?.firstName).toBe("Njeri");
  });

  it("posted twice at once opens with the password, whichever reply the browser kept", async () => {
    for (const kept of [0, 1]) {
      email = `${newId("usr")}@mail.test`;
      const browsers = await Promise.all([fillIn(), fillIn()]);
      expect(await mailsTo(platform, email)).toHaveLength(1);
      expect(await verify(await newestCode(), browsers[kept])).toEqual(verified);
      expect(await gotIn(goodPassword)).toBe(true);
    }
  });

  it.each([5_000, pauseMs])(
    "%d ms later in the same browser, opens with the newest form on any device",
    async (ms) => {
      const first = await fillIn();
      platform.clock.advance(ms);
      await fillIn({ firstName: "Njeri", password: "pilipili-kali-3" }, first);
      expect(await mailsTo(platform, email)).toHaveLength(ms < pauseMs ? 1 : 2);
      expect(await verify(await newestCode())).toEqual(verified);
      const { user } = await platform.call("POST /auth/signin", { email, password: "pilipili-kali-3" });
      expect(user?.firstName).toBe("Njeri");
    },
  );

  it("opens on another device with the password given there", async () => {
    await fillIn();
    platform.clock.advance(pauseMs);
    await fillIn({ password: "pilipili-kali-3" });
    platform.clock.advance(pauseMs);
    const refused = await platform.request("POST /auth/signin", { email, password: "pilipili-kali-3" });
    expect(refused.status).toBe(403);
    expect(await verify(await newestCode(), cookiesOf(refused))).toEqual(verified);
    expect(await gotIn("pilipili-kali-3")).toBe(true);
  });

  it("keeps a password that was set by a link in the meantime", async () => {
    await fillIn();
    platform.clock.advance(pauseMs);
    await fillIn({ password: theirs });
    const code = await newestCode();
    await platform.call("POST /auth/forgot-password", { email });
    await lookUpAddresses(platform);
    const token = new URL((await newestMail(platform, email, "reset")).url).searchParams.get("token")!;
    await platform.call("POST /auth/reset-password", { token, password: "ugali-sukuma-9" });
    expect(await verify(code)).toEqual(verified);
    expect(await gotIn("ugali-sukuma-9")).toBe(true);
  });
});

describe("a sign-up that was posted once", () => {
  it("opens on any device", async () => {
    const code = await signUp(platform, email);
    expect(await verify(code)).toEqual(verified);
    expect(await gotIn(goodPassword)).toBe(true);
  });

  it("gives the browser a cookie that does not reveal who has an account", async () => {
    await join(platform, email);
    const known = await platform.request("POST /auth/signup", signUpPayload(email));
    const unknown = await platform.request("POST /auth/signup", signUpPayload(`new.${email}`));
    const shapes = [known, unknown].map((response) =>
      response.headers.getSetCookie().map((cookie) => cookie.replace(/=chosen\.[\w-]{43};/, "=…;")),
    );
    expect(shapes[0]).toEqual(shapes[1]);
    expect(shapes[0]).toEqual(["tarishi_signup=…; Path=/; SameSite=Lax; Max-Age=86400; HttpOnly"]);
  });
});

describe("the verification screen", () => {
  it("says that a link was emailed, and stays on the page", async () => {
    await fillIn({ password: theirs });
    platform.clock.advance(pauseMs);
    await fillIn();
    const fields = { intent: "verify", email, otp: await newestCode() };
    const answer = await postForm(platform, verifyScreen, formRequest("/verify-otp", fields));
    expect(answer.location).toBe("/verify-otp?done=link");
  });
});
