import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { oneTimeCodes } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { actionsOf } from "#tests/support/entries.ts";
import {
  answerOf,
  goodPassword,
  join,
  lookUpAddresses,
  mailsTo,
  newestMail,
  signIn,
  signUp,
} from "#tests/support/identity.ts";
import { newAddress } from "#tests/support/members.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

type Browser = { cookie: string };
const wanjiru = { firstName: "Wanjiru", lastName: "Kamau", phoneNumber: "" };

/** A signed-in user. */
async function person() {
  const email = newAddress();
  await join(platform, email);
  return { email, browser: await signIn(platform, email) };
}

const save = async (browser: Browser, email: string, currentPassword: string | undefined = goodPassword) =>
  answerOf(await platform.request("PUT /profile", { ...wanjiru, email, currentPassword }, browser));
const confirm = async (browser: Browser, otp: string) =>
  answerOf(await platform.request("POST /profile/email/confirm", { otp }, browser));
const resend = async (browser: Browser) =>
  answerOf(await platform.request("POST /profile/email/resend", {}, browser));
const underWay = async (browser: Browser) =>
  (await platform.call("GET /profile/email", {}, browser)).change?.newEmail;
const emailOf = async (browser: Browser) => (await platform.call("GET /auth/me", {}, browser)).user.email;

/** The code that went to a new address. */
async function codeFor(email: string): Promise<string> {
  await lookUpAddresses(platform);
  return (await newestMail(platform, email, "email_change")).code;
}
const another = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

/** Saves another address; returns its code. */
async function start(browser: Browser, email: string): Promise<string> {
  expect(await save(browser, email)).toMatchObject({ status: 200, body: { emailChange: true } });
  return codeFor(email);
}

const actionsBy = async (email: string) => {
  const [user] = await platform.services.db.withSystem((tx) =>
    tx.select({ id: users.id }).from(users).where(eq(users.email, email)),
  );
  return actionsOf(platform, user!.id);
};

describe("another email address", () => {
  it("takes effect once the emailed code is entered", async () => {
    const { email, browser } = await person();
    const elsewhere = await signIn(platform, email);
    await platform.call("POST /auth/forgot-password", { email });
    await lookUpAddresses(platform);
    const { url } = await newestMail(platform, email, "reset");
    const newEmail = newAddress();
    const code = await start(browser, newEmail.toUpperCase().toLowerCase());
    expect([await emailOf(browser), await underWay(browser)]).toEqual([email, newEmail]);
    expect(await confirm(browser, code)).toEqual({ status: 200, body: { email: newEmail } });
    expect([await emailOf(browser), await underWay(browser)]).toEqual([newEmail, undefined]);
    expect((await platform.request("GET /auth/me", {}, elsewhere)).status).toBe(401);
    expect((await newestMail(platform, email, "security_notice")).event).toContain(newEmail);
    await signIn(platform, newEmail);
    await expect(signIn(platform, email)).rejects.toThrow("401");
    // Access to the old mailbox must not give access to the account.
    const token = new URL(url).searchParams.get("token")!;
    expect(await platform.call("GET /auth/reset-password", { token })).toEqual({ isValid: false });
    expect(await actionsBy(newEmail)).toEqual(
      expect.arrayContaining(["Email change started", "Email changed"]),
    );
  });

  it("also changes for staff, on a profile without a business", async () => {
    const { email } = await person();
    await platform.services.db.withSystem((tx) =>
      tx.update(users).set({ usertype: "admin" }).where(eq(users.email, email)),
    );
    const browser = await signIn(platform, email);
    const newEmail = newAddress();
    expect((await confirm(browser, await start(browser, newEmail))).status).toBe(200);
    const { user } = await platform.call("GET /auth/me", {}, await signIn(platform, newEmail));
    expect(user).toMatchObject({ usertype: "admin", email: newEmail });
  });

  it("requires the current password, and saves nothing without it", async () => {
    const { email, browser } = await person();
    const input = { ...wanjiru, firstName: "Neema", email: newAddress() };
    for (const [currentPassword, message] of [
      ["", "Enter your current password to change the email"],
      ["not-mine-at-all", "Current password is incorrect"],
    ]) {
      const answer = await platform.request("PUT /profile", { ...input, currentPassword }, browser);
      expect(await answerOf(answer)).toMatchObject({
        status: 400,
        body: { fields: { currentPassword: message } },
      });
    }
    const { user } = await platform.call("GET /auth/me", {}, browser);
    expect(user).toMatchObject({ firstName: "Wanjiru", email });
    expect(await underWay(browser)).toBeUndefined();
  });

  it("does not ask for the password when the address stays the same", async () => {
    const { email, browser } = await person();
    expect(await save(browser, ` ${email.toUpperCase()} `, "")).toEqual({
      status: 200,
      body: { emailChange: false },
    });
  });

  it("can be cancelled, and a new request invalidates the code of the last one", async () => {
    const { email, browser } = await person();
    const [first, second] = [newAddress(), newAddress()];
    const old = await start(browser, first);
    const code = await start(browser, second);
    if (old !== code) expect(await confirm(browser, old)).toMatchObject({ status: 400 });
    await platform.call("DELETE /profile/email", {}, browser);
    expect(await confirm(browser, code)).toMatchObject({ status: 409, body: { code: "email_change.none" } });
    expect(await resend(browser)).toMatchObject({ status: 409, body: { code: "email_change.none" } });
    expect(await emailOf(browser)).toBe(email);
  });

  it("is cancelled by a new password", async () => {
    const { email, browser } = await person();
    await start(browser, newAddress());
    const newPassword = "nyama-choma-5";
    const passwords = { currentPassword: goodPassword, newPassword, confirmPassword: newPassword };
    await platform.call("POST /auth/change-password", passwords, browser);
    expect(await underWay(await signIn(platform, email, newPassword))).toBeUndefined();
  });
});

describe("the code for another address", () => {
  it("is blocked after five wrong tries, and the page says so", async () => {
    const { browser } = await person();
    const newEmail = newAddress();
    const code = await start(browser, newEmail);
    const codes = [];
    for (let time = 0; time < 5; time += 1) codes.push((await confirm(browser, another(code))).body.code);
    expect(codes).toEqual(["otp.wrong", "otp.wrong", "otp.wrong", "otp.wrong", "otp.exhausted"]);
    expect((await confirm(browser, code)).body.code).toBe("otp.exhausted");
    platform.clock.advance(30_000);
    expect((await resend(browser)).status).toBe(200);
    expect((await confirm(browser, await codeFor(newEmail))).status).toBe(200);
  });

  it("expires after ten minutes; a new one can be sent after thirty seconds", async () => {
    const { browser } = await person();
    const newEmail = newAddress();
    const code = await start(browser, newEmail);
    expect(await resend(browser)).toMatchObject({ status: 429, body: { code: "otp.resend_too_soon" } });
    platform.clock.advance(10 * 60_000);
    expect((await confirm(browser, code)).body.code).toBe("otp.expired");
    expect((await resend(browser)).status).toBe(200);
  });

  it("is stored as a hash", async () => {
    const { browser } = await person();
    const code = await start(browser, newAddress());
    const rows = await platform.services.db.withSystem((tx) =>
      tx.select().from(oneTimeCodes).where(eq(oneTimeCodes.purpose, "change_email")),
    );
    expect(JSON.stringify(rows)).not.toContain(`"${code}"`);
    expect(rows.at(-1)?.codeHash).toHaveLength(32);
  });
});

describe("an address that is already taken", () => {
  it("gets the same responses, and its owner is notified by email", async () => {
    const owner = await person();
    const { email, browser } = await person();
    const free = await person();
    expect(await save(browser, owner.email)).toEqual(await save(free.browser, newAddress()));
    await lookUpAddresses(platform);
    expect((await mailsTo(platform, owner.email)).map(({ kind }) => kind)).not.toContain("email_change");
    expect(await newestMail(platform, owner.email, "already_registered")).toMatchObject({ isChange: true });
    expect(await actionsBy(owner.email)).toContain("Email change to a known address");
    const tries = async (as: Browser) => {
      const answers = [];
      for (let time = 0; time < 6; time += 1) answers.push(await confirm(as, "123456"));
      return answers;
    };
    expect(await tries(browser)).toEqual(await tries(free.browser));
    expect(await emailOf(browser)).toBe(email);
  });

  it("after the request is refused with a clear message", async () => {
    const { email, browser } = await person();
    const newEmail = newAddress();
    const code = await start(browser, newEmail);
    await join(platform, newEmail);
    expect(await confirm(browser, code)).toMatchObject({
      status: 409,
      body: {
        code: "email_change.taken",
        message: expect.stringMatching(/Another account now uses this email/),
      },
    });
    expect([await emailOf(browser), await underWay(browser)]).toEqual([email, undefined]);
  });

  it("only by an unverified sign-up goes to the owner of the mailbox", async () => {
    const { browser } = await person();
    const newEmail = newAddress();
    const stranger = await signUp(platform, newEmail);
    const code = await start(browser, newEmail);
    expect((await confirm(browser, code)).status).toBe(200);
    expect(await emailOf(browser)).toBe(newEmail);
    expect((await platform.request("POST /auth/verify-otp", { email: newEmail, otp: stranger })).status).toBe(
      400,
    );
  });

  it("confirmed by two users at once goes to one", async () => {
    const [one, two] = [await person(), await person()];
    const newEmail = newAddress();
    const codes = [];
    for (const { browser } of [one, two]) codes.push(await start(browser, newEmail));
    const statuses = await Promise.all([confirm(one.browser, codes[0]!), confirm(two.browser, codes[1]!)]);
    expect(statuses.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});
