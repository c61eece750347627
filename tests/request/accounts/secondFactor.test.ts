import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { newId } from "#app/platform/ids.ts";
import { createLoadContext } from "#app/web/platform.server.ts";
import { requireUser, type SessionUser, userContext } from "#app/web/session.server.ts";
import { entriesOf } from "#tests/support/entries.ts";
import { answerOf, goodPassword, join, newestMail, signIn } from "#tests/support/identity.ts";
import { createTestPlatform, setUpPlatform, type TestPlatform } from "#tests/support/platform.ts";
import { platformOf } from "#tests/support/screens.ts";
import { setUpSecondFactor } from "#tests/support/secondFactor.ts";

const platform = setUpPlatform();

interface Person {
  email: string;
  userId: string;
  cookie: string;
  backupCodes: string[];
  /** The phone's code, whose clock may be some steps off. */
  code(steps?: number): string;
}

/** A user with a confirmed authenticator app, whose confirmation step is over. */
async function createPerson(): Promise<Person> {
  const email = `${newId("usr")}@mail.test`;
  await join(platform, email);
  const { cookie } = await signIn(platform, email);
  const { user } = await platform.call("GET /auth/me", {}, { cookie });
  const factor = await setUpSecondFactor(platform, { userId: user.id, cookie });
  return { email, userId: user.id, cookie, ...factor };
}

/** Sends the right password; returns the cookie of the half-finished sign-in. */
async function givePassword(email: string, password = goodPassword) {
  const response = await platform.request("POST /auth/signin", { email, password });
  expect(await response.json()).toEqual({ secondFactor: true });
  const cookies = response.headers.getSetCookie();
  expect(cookies.join()).not.toContain("tarishi_session");
  return { cookie: cookies[0]!.split(";")[0]! };
}

const giveCode = (code: string, as?: { cookie: string }) =>
  platform.request("POST /auth/second-factor", { code }, as);

/** The nth six-digit string that is not a valid code of this user now. */
const wrongCode = (person: Person, n: number) => {
  const codes = [-1, 0, 1].map((steps) => person.code(steps));
  return Array.from({ length: 20 }, (_, i) => String(100_000 + i)).filter((code) => !codes.includes(code))[
    n
  ]!;
};

let person: Person;
beforeEach(async () => {
  person = await createPerson();
});

describe("signing in with a second factor", () => {
  it("takes the password, then the code", async () => {
    const pending = await givePassword(person.email);
    expect((await platform.request("GET /auth/me", {}, pending)).status).toBe(401);
    const response = await giveCode(person.code(), pending);
    expect(response.status).toBe(200);
    const session = { cookie: response.headers.getSetCookie()[0]!.split(";")[0]! };
    const { user } = await platform.call("GET /auth/me", {}, session);
    expect(user).toMatchObject({ email: person.email, hasSecondFactor: true });
  });

  it("reveals nothing more without the password", async () => {
    const response = await platform.request("POST /auth/signin", {
      email: person.email,
      password: "wrong-one",
    });
    expect(await answerOf(response)).toMatchObject({
      status: 401,
      body: { code: "auth.invalid_credentials" },
    });
  });

  it("accepts a code once, even for two simultaneous requests", async () => {
    const pending = await givePassword(person.email);
    const code = person.code();
    const answers = await Promise.all([giveCode(code, pending), giveCode(code, pending)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
    expect((await giveCode(person.code(-1), pending)).status).toBe(400);
  });

  it.each([
    [-2, 400],
    [-1, 200],
    [1, 200],
    [2, 400],
  ])("of a phone that is %d steps off returns %d", async (steps, status) => {
    const pending = await givePassword(person.email);
    expect((await giveCode(person.code(steps), pending)).status).toBe(status);
  });

  it("locks after five wrong codes, however often the password is given", async () => {
    for (let n = 0; n < 5; n++) {
      const response = await giveCode(wrongCode(person, n), await givePassword(person.email));
      expect(await answerOf(response)).toMatchObject({
        status: 400,
        body: { code: "auth.second_factor_wrong" },
      });
    }
    const pending = await givePassword(person.email);
    expect((await giveCode(person.code(), pending)).status).toBe(429);
    platform.clock.advance(600_000);
    expect((await giveCode(person.code(), await givePassword(person.email))).status).toBe(200);
  });

  it("accepts a backup code once, as people type it", async () => {
    const typed = person.backupCodes[3]!.toUpperCase().replaceAll("-", " ");
    expect((await giveCode(typed, await givePassword(person.email))).status).toBe(200);
    expect((await giveCode(typed, await givePassword(person.email))).status).toBe(400);
    const factor = await platform.call("GET /second-factor", {}, person);
    expect(factor.backupCodesLeft).toBe(9);
  });

  it("refuses another user's backup code", async () => {
    const other = await createPerson();
    expect((await giveCode(other.backupCodes[0]!, await givePassword(person.email))).status).toBe(400);
  });

  it("must be completed within ten minutes", async () => {
    const pending = await givePassword(person.email);
    platform.clock.advance(600_000);
    expect(await answerOf(await giveCode(person.code(), pending))).toMatchObject({
      status: 401,
      body: { code: "auth.second_factor_expired" },
    });
  });

  it("refuses forged cookies, and those of another user", async () => {
    const other = await createPerson();
    const { cookie } = await givePassword(person.email);
    const swapped = cookie.replace(person.userId, other.userId);
    for (const forged of [swapped, cookie.slice(0, -4), "tarishi_pending=a.1.9999999999999.b"])
      expect((await giveCode(other.code(), { cookie: forged })).status).toBe(401);
    expect((await giveCode(person.code())).status).toBe(401);
  });

  it("restarts when the password was changed in the meantime", async () => {
    const pending = await givePassword(person.email);
    await platform.call(
      "POST /auth/change-password",
      { currentPassword: goodPassword, newPassword: "chai-ya-rangi-4", confirmPassword: "chai-ya-rangi-4" },
      person,
    );
    expect((await giveCode(person.code(), pending)).status).toBe(401);
  });
});

describe("the setting", () => {
  it("stores only hashes of backup codes, and shows neither them nor the key again", async () => {
    const factor = await platform.call("GET /second-factor", {}, person);
    expect(factor).toMatchObject({ setup: null, backupCodesLeft: 10 });
    const { rows } = await platform.services.db.owner.query<{ text: string }>(
      "select (select string_agg(f::text, '') from second_factors f) || (select string_agg(b::text, '') from backup_codes b) as text",
    );
    expect(person.backupCodes).toHaveLength(10);
    for (const code of person.backupCodes.map((shown) => shown.replaceAll("-", ""))) {
      expect(rows[0]!.text).not.toContain(code);
      expect(rows[0]!.text).not.toContain(Buffer.from(code).toString("hex"));
    }
  });

  it("cannot be replaced while it is on", async () => {
    expect(
      await answerOf(await platform.request("POST /second-factor", { password: goodPassword }, person)),
    ).toMatchObject({
      status: 409,
      body: { code: "second_factor.on" },
    });
  });

  it("issues new backup codes for a code; the old ones stop working, and an email is sent", async () => {
    const person = await createPerson();
    const as = { cookie: person.cookie };
    expect(
      await answerOf(await platform.request("POST /second-factor/backup-codes", { code: "000000" }, as)),
    ).toMatchObject({
      status: 400,
      body: { code: "second_factor.wrong_code" },
    });
    const { backupCodes } = await platform.call(
      "POST /second-factor/backup-codes",
      { code: person.code() },
      as,
    );
    expect(backupCodes).toHaveLength(10);
    expect(await platform.call("GET /second-factor", {}, as)).toMatchObject({ backupCodesLeft: 10 });
    expect((await newestMail(platform, person.email, "security_notice")).event).toMatch(/New backup codes/);
    const half = await givePassword(person.email);
    const redeem = (code: string) => platform.request("POST /auth/second-factor", { code }, half);
    expect((await redeem(person.backupCodes[0]!)).status).toBe(400);
    expect((await redeem(backupCodes[0]!)).status).toBe(200);
  });

  it("issues no backup codes while it is off", async () => {
    const email = `${newId("usr")}@mail.test`;
    await join(platform, email);
    const refusal = await platform.request(
      "POST /second-factor/backup-codes",
      { code: "123456" },
      await signIn(platform, email),
    );
    expect(await answerOf(refusal)).toMatchObject({
      status: 400,
      body: { code: "second_factor.wrong_code" },
    });
  });

  it("is switched off with password and code only, and sends an email", async () => {
    const off = (password: string, code: string) =>
      platform.request("POST /second-factor/disable", { password, code }, person);
    expect((await off("wrong-one", person.code())).status).toBe(400);
    expect((await off(goodPassword, wrongCode(person, 0))).status).toBe(400);
    expect((await off(goodPassword, person.code())).status).toBe(200);
    expect((await newestMail(platform, person.email, "security_notice")).event).toContain("turned off");
    await signIn(platform, person.email);
    const rows = await entriesOf(platform, person.userId);
    expect(rows.map((row) => row.action)).toEqual(
      expect.arrayContaining(["Two-step verification on", "Two-step verification off"]),
    );
  });
});

/** Where the guard of signed-in screens redirects this user. */
async function ledFrom(path: string, user: SessionUser, on: TestPlatform): Promise<string | null> {
  const request = new Request(new URL(path, "http://localhost:4000"));
  const context = createLoadContext(platformOf(on), request);
  context.set(userContext, user);
  const args = { request, context } as unknown as Parameters<typeof requireUser>[0];
  try {
    return await ((await requireUser(args, async () => new Response("let in"))) as Response).text();
  } catch (thrown) {
    return (thrown as Response).headers.get("location");
  }
}

describe("staff", () => {
  it("cannot use the console without a second factor, except in demo mode", async () => {
    const live = await createTestPlatform({ env: { DEMO: "off" } });
    try {
      const staff = await live.createOrg("Tarishi", "admin");
      expect(await answerOf(await live.request("GET /admin/overview", {}, staff))).toMatchObject({
        status: 403,
        body: { code: "auth.second_factor_required" },
      });
      const { user } = await live.call("GET /auth/me", {}, staff);
      expect(await ledFrom("/admin", user, live)).toBe("/settings/security?required=1");
      expect(await ledFrom("/settings/security", user, live)).toBe("let in");
      expect(await ledFrom("/admin", { ...user, hasSecondFactor: true }, live)).toBe("let in");
      await live.services.db.withSystem(async (tx) => {
        await tx.insert(secondFactors).values({
          userId: staff.userId,
          secretEncrypted: randomBytes(8).toString("hex"),
          confirmedAt: live.clock.now(),
        });
        await tx.update(users).set({ firstName: "Staff" }).where(eq(users.id, staff.userId));
      });
      expect((await live.request("GET /admin/overview", {}, staff)).status).toBe(200);
    } finally {
      await live.close();
    }
    const demo = await platform.createOrg("Tarishi", "admin");
    expect((await platform.request("GET /admin/overview", {}, demo)).status).toBe(200);
  });
});
