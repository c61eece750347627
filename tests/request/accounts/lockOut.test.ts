import { beforeEach, describe, expect, it } from "vitest";
import { newId } from "#app/platform/ids.ts";
import {
  answerOf,
  cookiesOf,
  goodPassword,
  join,
  lookUpAddresses,
  mailsTo,
  newestMail,
} from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();
let email: string;
beforeEach(async () => {
  email = `${newId("usr")}@mail.test`;
  await join(platform, email);
});

const signInWith = (password: string, as?: { cookie: string }) =>
  platform.request("POST /auth/signin", { email, password }, as);
/** The browser after a sign-out: its cookie says only that the user has signed in here before. */
const knownBrowser = async () => {
  const { cookie } = cookiesOf(await signInWith(goodPassword));
  return { cookie: cookie.split("; ").find((part) => part.startsWith("tarishi_known="))! };
};
const guess = async (as?: { cookie: string }) => {
  for (let attempt = 1; attempt <= 10; attempt++) await signInWith("not-the-one", as);
};
const linkTo = async () =>
  new URL((await newestMail(platform, email, "reset")).url).searchParams.get("token")!;

describe("an account under password guessing", () => {
  it("stays open to its owner in a browser they have used before", async () => {
    const browser = await knownBrowser();
    await guess();
    expect((await signInWith(goodPassword)).status).toBe(429);
    expect((await signInWith(goodPassword, browser)).status).toBe(200);
  });

  it("limits guesses from such a browser in the same way", async () => {
    const browser = await knownBrowser();
    await guess(browser);
    expect((await signInWith(goodPassword, browser)).status).toBe(429);
    expect((await signInWith(goodPassword)).status).toBe(200);
  });

  it("is locked for the browser of another account, and for a forged cookie", async () => {
    const victim = email;
    email = `${newId("usr")}@mail.test`;
    await join(platform, email);
    const strangers = await knownBrowser();
    email = victim;
    await guess();
    for (const browser of [strangers, { cookie: "tarishi_known=abc.def" }, { cookie: "tarishi_known=" }])
      expect((await signInWith(goodPassword, browser)).status).toBe(429);
  });

  it("is locked for a browser that knew an earlier password", async () => {
    const browser = await knownBrowser();
    const session = cookiesOf(await signInWith(goodPassword));
    const newPassword = "chai-ya-rangi-4";
    const changed = await platform.request(
      "POST /auth/change-password",
      { currentPassword: goodPassword, newPassword, confirmPassword: newPassword },
      session,
    );
    await guess();
    expect((await signInWith(newPassword, browser)).status).toBe(429);
    expect((await signInWith(newPassword, cookiesOf(changed))).status).toBe(200);
  });

  it("is open to its owner in any browser after a reset by email", async () => {
    await guess();
    await platform.call("POST /auth/forgot-password", { email });
    await lookUpAddresses(platform);
    const password = "ugali-sukuma-9";
    const done = await platform.request("POST /auth/reset-password", { token: await linkTo(), password });
    expect((await signInWith(password)).status).toBe(429);
    expect((await signInWith(password, cookiesOf(done))).status).toBe(200);
  });

  it("stores nothing about the person in the browser's cookie", async () => {
    const { cookie } = await knownBrowser();
    expect(decodeURIComponent(cookie)).toMatch(/^tarishi_known=[\w-]{16}\.[\w-]{43}$/);
    const set = (await signInWith(goodPassword)).headers.getSetCookie()[1];
    expect(set).toMatch(/; Path=\/; SameSite=Lax; Max-Age=34560000; HttpOnly$/);
  });
});

describe("a password reset requested by strangers", () => {
  const ask = async () => answerOf(await platform.request("POST /auth/forgot-password", { email }));
  const links = async () => (await mailsTo(platform, email)).filter(({ kind }) => kind === "reset").length;

  it("does not affect its owner: the emailed link works, and the next one comes soon", async () => {
    const first = await ask();
    for (let attempt = 1; attempt <= 20; attempt++) expect(await ask()).toEqual(first);
    await lookUpAddresses(platform);
    expect(await links()).toBe(1);
    platform.clock.advance(5 * 60_000);
    expect(await ask()).toEqual(first);
    await lookUpAddresses(platform);
    expect(await links()).toBe(2);
    const reset = { token: await linkTo(), password: "ugali-sukuma-9" };
    expect((await platform.request("POST /auth/reset-password", reset)).status).toBe(200);
  });

  it("is rate-limited by network for an IPv6 customer, not by address", async () => {
    const askFrom = async (address: string) => {
      const request = new Request("http://localhost:4000/api/auth/forgot-password", {
        method: "POST",
        headers: { "content-type": "application/json", "x-client-address": address },
        body: JSON.stringify({ email }),
      });
      return (await platform.api.fetch(request)).status;
    };
    for (let host = 1; host <= 50; host++) expect(await askFrom(`2001:db8:7:7::${host}`)).toBe(200);
    expect(await askFrom("2001:db8:7:7:ffff::1")).toBe(429);
    expect(await askFrom("2001:db8:7:8::1")).toBe(200);
  });
});
