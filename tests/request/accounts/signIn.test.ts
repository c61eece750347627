import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { oneTimeCodes, rateLimits, sessions } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { sealSession } from "#app/domain/accounts/sessions/token.server.ts";
import { sessionCookieName } from "#app/platform/http/cookies.ts";
import { pruneIdentityHandler } from "#app/worker/pruneIdentity.server.ts";
import { answerOf, goodPassword, join, newestMail, signIn, signUp } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { setUpSecondFactor } from "#tests/support/secondFactor.ts";

const platform = setUpPlatform();
beforeAll(async () => {
  await join(platform, "asha@duka.test");
});

const post = (input: Record<string, unknown>, as?: { cookie: string }) =>
  platform.request("POST /auth/signin", input, as);
const isSignedIn = async (as: { cookie: string }) => (await platform.request("GET /auth/me", {}, as)).ok;
const asha = { email: "asha@duka.test", password: goodPassword };
const hourMs = 3_600_000;

describe("sign-in", () => {
  it("returns the user and a cookie that script cannot read", async () => {
    const response = await post(asha);
    expect(await response.json()).toMatchObject({
      user: {
        email: "asha@duka.test",
        businessName: "Kamau Hardware",
        usertype: "individual",
        accountStatus: "active",
        planType: "Starter",
        billingType: "postpaid",
        messagesUsed: 0,
        messageLimit: 1000,
        isVerified: true,
      },
    });
    const cookie = response.headers.getSetCookie()[0]!;
    expect(cookie).toMatch(/^tarishi_session=/);
    expect(cookie).toMatch(/; Path=\/; SameSite=Lax; HttpOnly$/);
  });

  it("ignores case and spaces in the address", async () => {
    expect((await post({ ...asha, email: "  Asha@Duka.TEST " })).status).toBe(200);
  });

  it.each([
    [{ email: "", password: goodPassword }, "email", "Email is required"],
    [{ email: "asha@duka", password: goodPassword }, "email", "Email is invalid"],
    [{ email: "as ha@duka.test", password: goodPassword }, "email", "Email is invalid"],
    [{ email: "asha@duka.test", password: "" }, "password", "Password is required"],
    [{ email: "asha@duka.test", password: "five5" }, "password", "Password must be at least 6 characters"],
    [
      { email: "asha@duka.test", password: "x".repeat(10_000) },
      "password",
      "Password must be at most 1,000 characters",
    ],
  ])("refuses %o at the field %s", async (input, field, message) => {
    expect(await answerOf(await post(input))).toMatchObject({
      status: 400,
      body: { fields: { [field]: message } },
    });
  });

  it("returns the same error for a wrong password and an unknown address", async () => {
    const wrong = await answerOf(await post({ ...asha, password: "not-the-one" }));
    const unknown = await answerOf(await post({ ...asha, email: "nobody@duka.test" }));
    expect(wrong).toEqual(unknown);
    expect(wrong).toEqual({
      status: 401,
      body: { code: "auth.invalid_credentials", message: "Invalid email or password." },
    });
  });

  it("asks an unverified user to verify, and sends a new code", async () => {
    await signUp(platform, "later@duka.test");
    platform.clock.advance(31_000);
    const refused = await answerOf(await post({ email: "later@duka.test", password: goodPassword }));
    expect(refused).toMatchObject({ status: 403, body: { code: "auth.unverified" } });
    const { code } = await newestMail(platform, "later@duka.test", "code");
    await platform.call("POST /auth/verify-otp", { email: "later@duka.test", otp: code });
    expect((await post({ email: "later@duka.test", password: goodPassword })).status).toBe(200);
  });

  it("refuses a suspended user, and ends their sessions", async () => {
    await join(platform, "suspended@duka.test");
    const browser = await signIn(platform, "suspended@duka.test");
    await platform.services.db.withSystem((tx) =>
      tx.update(users).set({ accountStatus: "suspended" }).where(eq(users.email, "suspended@duka.test")),
    );
    expect(await isSignedIn(browser)).toBe(false);
    expect(
      await answerOf(await post({ email: "suspended@duka.test", password: goodPassword })),
    ).toMatchObject({
      status: 403,
      body: { code: "auth.suspended" },
    });
    expect((await post({ email: "suspended@duka.test", password: "guessing" })).status).toBe(401);
  });

  it("blocks guessing after ten tries, for known and unknown addresses", async () => {
    await join(platform, "guessed@duka.test");
    for (const email of ["guessed@duka.test", "unknown@duka.test"]) {
      for (let attempt = 1; attempt <= 10; attempt++)
        expect((await post({ email, password: "guessing" })).status).toBe(401);
      const response = await post({ email, password: goodPassword });
      expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await answerOf(response)).toMatchObject({ status: 429, body: { code: "rate_limit.exceeded" } });
    }
    platform.clock.advance(15 * 60_000);
    expect((await post({ email: "guessed@duka.test", password: goodPassword })).status).toBe(200);
  });

  it("lets the owner in with password and code while strangers have locked the account", async () => {
    const email = "locked@duka.test";
    await join(platform, email);
    const person = await signIn(platform, email);
    const [user] = await platform.services.db.withSystem((tx) =>
      tx.select({ id: users.id }).from(users).where(eq(users.email, email)),
    );
    const { code } = await setUpSecondFactor(platform, { userId: user!.id, ...person });
    for (let attempt = 1; attempt <= 10; attempt++) await post({ email, password: "guessing" });
    const closed = {
      status: 429,
      body: { code: "rate_limit.exceeded", fields: { code: expect.any(String) } },
    };
    for (const tried of [
      { password: goodPassword },
      { password: "guessing", code: code() },
      { password: goodPassword, code: "000000" },
    ])
      expect(await answerOf(await post({ email, ...tried }))).toMatchObject(closed);
    expect((await post({ email, password: goodPassword, code: code() })).status).toBe(200);
  });

  it("does not count successful sign-ins", async () => {
    await join(platform, "often@duka.test");
    for (let time = 1; time <= 12; time++)
      expect((await post({ email: "often@duka.test", password: goodPassword })).status).toBe(200);
  });

  it("stores no addresses in the counters", async () => {
    const { rows } = await platform.services.db.system.query<{ key: string }>("select key from rate_limits");
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter(({ key }) => /duka|10\.0\.0\.1/.test(key))).toEqual([]);
  });
});

describe("a session", () => {
  it("ends after 12 hours, or after 30 days where it is remembered", async () => {
    await join(platform, "stays@duka.test");
    const short = await signIn(platform, "stays@duka.test");
    const response = await post({ email: "stays@duka.test", password: goodPassword, remember: true });
    const cookie = response.headers.getSetCookie()[0]!;
    expect(cookie).toContain(`Max-Age=${30 * 86_400}`);
    const long = { cookie: cookie.split(";")[0]! };
    for (let hours = 0; hours < 12; hours += 3) {
      expect([await isSignedIn(short), await isSignedIn(long)]).toEqual([true, true]);
      platform.clock.advance(3.01 * hourMs);
    }
    expect([await isSignedIn(short), await isSignedIn(long)]).toEqual([false, true]);
    for (let days = 0; days < 30; days += 10) {
      expect(await isSignedIn(long)).toBe(true);
      platform.clock.advance(10 * 24 * hourMs);
    }
    expect(await isSignedIn(long)).toBe(false);
  });

  it("gets a new token at every sign-in, and the browser's previous one ends", async () => {
    const before = await signIn(platform, "asha@duka.test");
    const response = await post(asha, before);
    const after = { cookie: response.headers.getSetCookie()[0]!.split(";")[0]! };
    expect(after.cookie).not.toBe(before.cookie);
    expect([await isSignedIn(before), await isSignedIn(after)]).toEqual([false, true]);
  });

  it("is refused with an edited cookie", async () => {
    const { cookie } = await signIn(platform, "asha@duka.test");
    const [token, , signature] = decodeURIComponent(cookie.split("=")[1]!).split(".");
    const forged = [
      `${token}.admin.${signature}`,
      `${token}.individual.${"A".repeat(43)}`,
      sealSession(token!, "admin", "another secret of thirty-two bytes"),
      sealSession(token!, "admin", platform.services.config.sessionSecret),
      `${token}.individual`,
      "%",
      "",
    ];
    for (const value of forged)
      expect(await isSignedIn({ cookie: `${sessionCookieName}=${value}` })).toBe(false);
  });

  it("stores only a hash of its token", async () => {
    const { cookie } = await signIn(platform, "asha@duka.test");
    const token = decodeURIComponent(cookie.split("=")[1]!).split(".")[0]!;
    const { rows } = await platform.services.db.system.query<{ hash: string }>(
      "select encode(token_hash, 'escape') as hash from sessions",
    );
    expect(rows.some(({ hash }) => hash.includes(token))).toBe(false);
  });

  it("records when it was last used, once a minute", async () => {
    await join(platform, "seen@duka.test");
    const browser = await signIn(platform, "seen@duka.test");
    const seenAt = async () => {
      const [row] = await platform.services.db.withSystem((tx) =>
        tx
          .select({ seenAt: sessions.seenAt })
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .where(eq(users.email, "seen@duka.test")),
      );
      return row!.seenAt.getTime();
    };
    const start = await seenAt();
    platform.clock.advance(59_000);
    await isSignedIn(browser);
    expect(await seenAt()).toBe(start);
    platform.clock.advance(1_000);
    await isSignedIn(browser);
    expect(await seenAt()).toBe(start + 60_000);
  });

  it("ends with the sign-out, which may be requested twice", async () => {
    const browser = await signIn(platform, "asha@duka.test");
    const response = await platform.request("POST /auth/logout", {}, browser);
    expect(response.headers.getSetCookie()[0]).toMatch(/^tarishi_session=; .*Max-Age=0/);
    expect(await isSignedIn(browser)).toBe(false);
    expect((await platform.request("POST /auth/logout", {}, browser)).status).toBe(200);
  });

  it("is deleted a month after it expired", async () => {
    await signIn(platform, "asha@duka.test");
    platform.clock.advance(62 * 24 * hourMs);
    await pruneIdentityHandler.run(platform.services, {});
    const left = await platform.services.db.withSystem(async (tx) => [
      await tx.select().from(sessions),
      await tx.select().from(oneTimeCodes),
      await tx.select().from(rateLimits),
    ]);
    expect(left).toEqual([[], [], []]);
  });
});
