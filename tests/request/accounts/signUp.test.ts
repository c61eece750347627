import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { users } from "#app/db/schema/accounts/users.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { renderMail } from "#app/domain/record/mails/render.ts";
import { actionsOf } from "#tests/support/entries.ts";
import {
  answerOf,
  join,
  lookUpAddresses,
  mailsTo,
  newestMail,
  signUp,
  signUpPayload,
} from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform();

const post = async (payload: Record<string, unknown>) =>
  answerOf(await platform.request("POST /auth/signup", payload));

const accountOf = (email: string) =>
  platform.services.db.withSystem((tx) =>
    tx
      .select({ user: users, organisation: organisations, role: members.role })
      .from(users)
      .innerJoin(members, eq(members.userId, users.id))
      .innerJoin(organisations, eq(organisations.id, members.orgId))
      .where(eq(users.email, email)),
  );

describe("sign-up", () => {
  it("creates a user who must verify, an organisation on the standard plan, and an owner", async () => {
    expect(await post(signUpPayload("new@duka.test"))).toEqual({
      status: 200,
      body: { message: "Registration Successful! Please check your email for the verification OTP." },
    });
    const [account] = await accountOf("new@duka.test");
    expect(account).toMatchObject({
      role: "owner",
      user: {
        firstName: "Wanjiru",
        lastName: "Kamau",
        phoneNumber: "+254712345678",
        usertype: "individual",
        accountStatus: "pending",
        isVerified: false,
      },
      organisation: {
        name: "Kamau Hardware",
        planType: "Starter",
        billingType: "postpaid",
        messageLimit: 1000,
      },
    });
    expect(account?.user.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("is logged, and the sandbox starts with KES 2,000.00", async () => {
    await signUp(platform, "credit@duka.test");
    const [account] = await accountOf("credit@duka.test");
    const orgId = account!.organisation.id;
    const [wallet] = await platform.services.db.withSystem(async (tx) => [
      await tx.select().from(ledgerAccounts).where(eq(ledgerAccounts.orgId, orgId)),
    ]);
    expect(wallet).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: "wallet", balanceCents: 200_000 }),
        expect.objectContaining({ name: "funding", balanceCents: -200_000 }),
      ]),
    );
    expect(await actionsOf(platform, orgId)).toContain("Account created");
  });

  it("never creates an administrator, whatever usertype is posted", async () => {
    await post({ ...signUpPayload("boss@duka.test"), usertype: "admin" });
    expect((await accountOf("boss@duka.test"))[0]?.user.usertype).toBe("individual");
  });

  it("works without phone and business name: the organisation is named after the person", async () => {
    await post({ ...signUpPayload("plain@duka.test"), phoneNumber: "", businessName: "" });
    expect((await accountOf("plain@duka.test"))[0]).toMatchObject({
      user: { phoneNumber: null },
      organisation: { name: "Wanjiru Kamau" },
    });
  });

  it.each(["Tarishi2026", "karibu-tarishi", "kamau hardware 254", "weak@duka.test"])(
    "refuses the easily guessed password %s",
    async (password) => {
      const { status, body } = await post({ ...signUpPayload("weak@duka.test"), password });
      expect([status, body.code]).toEqual([400, "password.too_common"]);
    },
  );

  it.each([
    "1,victim@real.test",
    "a;victim@real.test",
    "foo<victim@real.test>",
    "victim@real.test(c)",
    "g:victim@real.test;",
    "(c)victim@real.test",
    '"x"victim@real.test',
    "victim@real.test,b@c.test",
    "victim@[127.0.0.1].x",
    "victim@real..test",
    "victim@-real.test",
    "víctim@real.test",
  ])("refuses the address %s, because an email would go elsewhere than it seems", async (email) => {
    expect(await post(signUpPayload(email))).toMatchObject({
      status: 400,
      body: { fields: { email: "Email is invalid" } },
    });
  });

  it.each(["Claim KES 5000 at evil.example/x", "evil.example", "https:", "me@evil.example"])(
    "refuses the name %s, with which an email would link to another site",
    async (firstName) => {
      const { status, body } = await post({ ...signUpPayload("linked@duka.test"), firstName });
      expect([status, body.fields]).toEqual([
        400,
        { firstName: expect.stringContaining("can’t contain a web or email address") },
      ]);
    },
  );

  it("addresses no one by a name given with an unverified address", async () => {
    const email = "greeted@duka.test";
    const { brand, appUrl } = { brand: "Tarishi", appUrl: "https://app.test" };
    await signUp(platform, email);
    await platform.call("POST /auth/forgot-password", { email });
    await lookUpAddresses(platform);
    const mails = await mailsTo(platform, email);
    expect(mails.map(({ kind }) => kind)).toEqual(["code", "reset"]);
    for (const mail of mails) expect(renderMail(mail, { brand, appUrl }).text).not.toContain("Wanjiru");
  });

  it("keeps emoji and right-to-left names as they are", async () => {
    await post({ ...signUpPayload("names@duka.test"), firstName: "ليلى 🌺", lastName: "Ng'ang'a" });
    expect((await accountOf("names@duka.test"))[0]?.user).toMatchObject({
      firstName: "ليلى 🌺",
      lastName: "Ng'ang'a",
    });
  });

  it.each([
    ["no first name", { firstName: " " }, "firstName", "Please fill in all required fields."],
    ["no last name", { lastName: undefined }, "lastName", "Please fill in all required fields."],
    ["no email", { email: "" }, "email", "Please fill in all required fields."],
    ["no password", { password: "" }, "password", "Please fill in all required fields."],
    ["an email with spaces", { email: "wan jiru@duka.test" }, "email", "Email is invalid"],
    ["a short password", { password: "seven77" }, "password", "Password must be at least 8 characters long"],
    ["a common password", { password: "Password123" }, "password", /common passwords/],
    [
      "the email as password",
      { email: "me@duka.test", password: "me@duka.test" },
      "password",
      /can’t be your email/,
    ],
    ["a name of 300 characters", { firstName: "a".repeat(300) }, "firstName", /at most 80 characters/],
    ["a name with an override", { firstName: "a\u202eb" }, "firstName", /cannot be shown/],
    ["a phone that is none", { phoneNumber: "hello" }, "phoneNumber", /Use digits only/],
    [
      "no agreement",
      { agreedToTerms: false },
      "agreedToTerms",
      "You must agree to the terms and conditions.",
    ],
  ])("refuses %s and shows the error at the field", async (_, wrong, field, message) => {
    const { status, body } = await post({ ...signUpPayload("wrong@duka.test"), ...wrong });
    expect(status).toBe(400);
    expect((body.fields as Record<string, string>)[field]).toMatch(message);
    expect(await accountOf("wrong@duka.test")).toEqual([]);
  });

  it("refuses a password of 10,000 characters without hashing it", async () => {
    const { status, body } = await post({ ...signUpPayload("long@duka.test"), password: "x".repeat(10_000) });
    expect(status).toBe(400);
    expect(body.fields).toEqual({ password: "Password must be at most 1,000 characters" });
  });

  it("returns the same for a known address as for a new one, changes nothing, and emails the owner", async () => {
    await join(platform, "known@duka.test");
    const before = await accountOf("known@duka.test");
    platform.clock.advance(31_000);
    const again = await post({
      ...signUpPayload("known@duka.test"),
      firstName: "Mallory",
      password: "another-one-99",
    });
    expect(again).toEqual(await post(signUpPayload("fresh@duka.test")));
    expect(await accountOf("known@duka.test")).toEqual(before);
    await lookUpAddresses(platform);
    expect(await newestMail(platform, "known@duka.test", "already_registered")).toMatchObject({
      firstName: "Wanjiru",
    });
  });

  it("leaves nothing behind of the work done to take the same time", async () => {
    await join(platform, "traceless@duka.test");
    platform.clock.advance(31_000);
    await post(signUpPayload("traceless@duka.test"));
    const { rows } = await platform.services.db.system.query(
      "select email from users where email like '%unknown.invalid' union select recipient from mails where recipient like '%nobody.invalid'",
    );
    expect(rows).toEqual([]);
  });

  it("creates one account and one email for a form that is posted twice at once", async () => {
    const payload = signUpPayload("twice@duka.test");
    const answers = await Promise.all([post(payload), post(payload)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await accountOf("twice@duka.test")).toHaveLength(1);
    expect(await mailsTo(platform, "twice@duka.test")).toHaveLength(1);
  });
});
