import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { answerOf, join, lookUpAddresses, mailsTo, newestMail, signUp } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const verify = async (email: string, otp: string) =>
  answerOf(await platform.request("POST /auth/verify-otp", { email, otp }));
const resend = (email: string) => platform.request("POST /auth/resend-otp", { email });
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");
/** Counters are reset at the full hour. */
const nextHour = () =>
  platform.clock.advance(3_600_000 - (platform.services.clock.now().getTime() % 3_600_000));
const exhausted = {
  status: 400,
  body: {
    code: "otp.exhausted",
    message: "A wrong code was entered too often. Please request a new one.",
  },
};
const wrong = {
  status: 400,
  body: {
    code: "otp.wrong",
    message: "This code is wrong or no longer valid. Check the latest email, or request a new code.",
  },
};

describe("the code of the email", () => {
  it("verifies the address, opens the account and sends a welcome email", async () => {
    const otp = await signUp(platform, "right@duka.test");
    expect(otp).toMatch(/^\d{6}$/);
    expect(await verify("right@duka.test", otp)).toEqual({
      status: 200,
      body: { isVerified: true, message: "Email verified successfully! Redirecting..." },
    });
    expect(await newestMail(platform, "right@duka.test", "welcome")).toMatchObject({
      businessName: "Kamau Hardware",
    });
  });

  it("allows thirty wrong tries a day, however often a new one is emailed", async () => {
    const email = "patient@duka.test";
    platform.clock.advance(86_400_000 - (platform.services.clock.now().getTime() % 86_400_000));
    const wrong = otherThan(await signUp(platform, email));
    const codes = [];
    for (let hour = 0; hour < 4; hour++) {
      for (let guess = 0; guess < 8; guess++) codes.push((await verify(email, wrong)).status);
      nextHour();
    }
    expect(codes).toEqual([...Array(30).fill(400), 429, 429]);
    platform.clock.advance(86_400_000);
    expect((await verify(email, wrong)).status).toBe(400);
  });

  it("takes the same time to check for addresses with and without an account", async () => {
    const wrong = otherThan(await signUp(platform, "timed@duka.test"));
    for (const email of ["timed@duka.test", "nobody@duka.test"]) {
      const began = performance.now();
      expect((await verify(email, wrong)).body.code).toBe("otp.wrong");
      // A timer may fire a fraction of a millisecond early.
      expect(performance.now() - began).toBeGreaterThan(98);
    }
  });

  it("must be complete", async () => {
    for (const otp of ["", "12345", "12 34 x"]) {
      expect((await verify("right@duka.test", otp)).body).toMatchObject({
        message: "Please enter the complete 6-digit OTP code",
      });
    }
  });

  it("works once", async () => {
    const otp = await signUp(platform, "once@duka.test");
    await verify("once@duka.test", otp);
    expect(await verify("once@duka.test", otp)).toMatchObject({ status: 400, body: { code: "otp.used" } });
  });

  it("is accepted for one of two simultaneous requests", async () => {
    const otp = await signUp(platform, "race@duka.test");
    const answers = await Promise.all([verify("race@duka.test", otp), verify("race@duka.test", otp)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it("is valid for ten minutes", async () => {
    const early = await signUp(platform, "early@duka.test");
    const late = await signUp(platform, "late@duka.test");
    platform.clock.advance(9.9 * 60_000);
    expect((await verify("early@duka.test", early)).status).toBe(200);
    platform.clock.advance(0.2 * 60_000);
    expect(await verify("late@duka.test", late)).toEqual({
      status: 400,
      body: { code: "otp.expired", message: "This code has expired. Please request a new one." },
    });
  });

  it("allows five tries: the fifth says that it is blocked, and the right code then fails too", async () => {
    const otp = await signUp(platform, "tries@duka.test");
    for (let attempt = 1; attempt <= 4; attempt++)
      expect(await verify("tries@duka.test", otherThan(otp))).toEqual(wrong);
    expect(await verify("tries@duka.test", otherThan(otp))).toEqual(exhausted);
    expect(await verify("tries@duka.test", otp)).toEqual(exhausted);
    platform.clock.advance(30_000);
    await platform.call("POST /auth/resend-otp", { email: "tries@duka.test" });
    expect(await verify("tries@duka.test", otherThan(otp))).toEqual(wrong);
  });

  it("is blocked after five tries for an address without an account, too", async () => {
    const email = "nobody-tries@duka.test";
    for (let attempt = 1; attempt <= 4; attempt++) expect(await verify(email, "123456")).toEqual(wrong);
    expect(await verify(email, "123456")).toEqual(exhausted);
    await platform.call("POST /auth/resend-otp", { email });
    expect(await verify(email, "123456")).toEqual(wrong);
  });

  it("gets the reply for a wrong code where the address has no account", async () => {
    expect(await verify("nobody@duka.test", "123456")).toEqual(wrong);
  });

  it("is stored neither in plain text nor as a plain hash of six digits", async () => {
    const otp = await signUp(platform, "hash@duka.test");
    const { rows } = await platform.services.db.system.query<{ code_hash: Buffer }>(
      "select code_hash from one_time_codes",
    );
    const stored = rows.map((row) => row.code_hash.toString("hex"));
    expect(stored.every((hash) => hash.length === 64)).toBe(true);
    expect(stored).not.toContain(createHash("sha256").update(otp).digest("hex"));
  });
});

describe("another code", () => {
  it("is sent after 30 seconds, and invalidates the one before", async () => {
    const first = await signUp(platform, "more@duka.test");
    platform.clock.advance(30_000);
    const response = await resend("more@duka.test");
    expect(await answerOf(response)).toEqual({
      status: 200,
      body: { message: "New OTP sent to your email" },
    });
    await lookUpAddresses(platform);
    const { code } = await newestMail(platform, "more@duka.test", "code");
    if (code !== first) expect(await verify("more@duka.test", first)).toEqual(wrong);
    expect((await verify("more@duka.test", code)).status).toBe(200);
  });

  it("is refused before 30 seconds have passed, with the seconds to wait", async () => {
    await signUp(platform, "soon@duka.test");
    platform.clock.advance(10_000);
    const response = await resend("soon@duka.test");
    expect(response.headers.get("retry-after")).toBe("20");
    expect(await answerOf(response)).toEqual({
      status: 429,
      body: {
        code: "otp.resend_too_soon",
        message: "Please wait 20 seconds before requesting a new code.",
      },
    });
  });

  it("gets the same reply for unknown and verified addresses, which receive nothing", async () => {
    await join(platform, "done@duka.test");
    platform.clock.advance(31_000);
    const waiting = (await mailsTo(platform, "done@duka.test")).length;
    for (const email of ["done@duka.test", "nobody-else@duka.test"]) {
      expect((await resend(email)).status).toBe(200);
      expect((await resend(email)).status).toBe(429);
    }
    await lookUpAddresses(platform);
    expect(await mailsTo(platform, "done@duka.test")).toHaveLength(waiting);
    expect(await mailsTo(platform, "nobody-else@duka.test")).toEqual([]);
  });

  it("is limited to six an hour for an address; requests sent too soon do not count", async () => {
    nextHour();
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      platform.clock.advance(31_000);
      statuses.push((await resend("often@duka.test")).status);
      expect((await resend("often@duka.test")).status).toBe(429);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
  });

  it("requested by a stranger does not delay a sign-up's own code", async () => {
    expect((await resend("soon-here@duka.test")).status).toBe(200);
    await signUp(platform, "soon-here@duka.test");
  });

  it("is not delayed further by requests that were refused as too early", async () => {
    nextHour();
    for (let attempt = 0; attempt < 6; attempt++) {
      platform.clock.advance(31_000);
      await resend("tired@duka.test");
    }
    platform.clock.advance(31_000);
    const refused = await answerOf(await resend("tired@duka.test"));
    expect(refused.body).toMatchObject({ code: "rate_limit.exceeded" });
    expect(await answerOf(await resend("tired@duka.test"))).toEqual(refused);
  });
});
