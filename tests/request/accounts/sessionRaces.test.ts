import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import type { Tx } from "#app/db/client.server.ts";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { newId } from "#app/platform/ids.ts";
import { goodPassword, join, signIn } from "#tests/support/identity.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { callDuring } from "#tests/support/races.ts";
import { codesOfApp, setUpSecondFactor } from "#tests/support/secondFactor.ts";

const platform = setUpPlatform();

let person: { email: string; userId: string; cookie: string };
beforeEach(async () => {
  const email = `${newId("usr")}@mail.test`;
  await join(platform, email);
  const { cookie } = await signIn(platform, email);
  const { user } = await platform.call("GET /auth/me", {}, { cookie });
  person = { email, userId: user.id, cookie };
});

/** What a reset changes in the account. */
const resetting = async (tx: Tx) => {
  await tx.update(users).set({ passwordHash: "another" }).where(eq(users.id, person.userId));
  await tx
    .update(sessions)
    .set({ revokedAt: platform.clock.now() })
    .where(eq(sessions.userId, person.userId));
};
const openSessions = async () =>
  (
    await platform.services.db.withSystem((tx) =>
      tx.select().from(sessions).where(eq(sessions.userId, person.userId)),
    )
  ).filter((session) => session.revokedAt === null).length;
const post = (key: string, input: Record<string, unknown>, as?: { cookie: string }) => () =>
  platform.request(key, input, as);

describe("while a password is being reset", () => {
  it("a sign-in with the old one opens no session", async () => {
    const answer = await callDuring(
      platform,
      resetting,
      post("POST /auth/signin", { email: person.email, password: goodPassword }),
    );
    expect(answer).toMatchObject({ status: 401, body: { code: "auth.changed" } });
    expect(await openSessions()).toBe(0);
  });

  it("a sign-in with a code after the old one opens no session", async () => {
    const { code } = await setUpSecondFactor(platform, person);
    const half = await platform.request("POST /auth/signin", { email: person.email, password: goodPassword });
    const pending = { cookie: half.headers.getSetCookie()[0]!.split(";")[0]! };
    const answer = await callDuring(
      platform,
      resetting,
      post("POST /auth/second-factor", { code: code() }, pending),
    );
    expect(answer).toMatchObject({ status: 401, body: { code: "auth.changed" } });
    expect(await openSessions()).toBe(0);
  });

  it("the old one cannot be used to change it", async () => {
    const newPassword = "chai-ya-rangi-4";
    const answer = await callDuring(
      platform,
      resetting,
      post(
        "POST /auth/change-password",
        { currentPassword: goodPassword, newPassword, confirmPassword: newPassword },
        person,
      ),
    );
    expect(answer).toMatchObject({ status: 401, body: { code: "auth.required" } });
    expect(await openSessions()).toBe(0);
  });

  it("a session ended by it cannot set up a second factor", async () => {
    const code = await codesOfApp(platform, person);
    const answer = await callDuring(
      platform,
      resetting,
      post("POST /second-factor/confirm", { code: code() }, person),
    );
    expect(answer).toMatchObject({ status: 401, body: { code: "auth.required" } });
    const [factor] = await platform.services.db.withSystem((tx) =>
      tx.select().from(secondFactors).where(eq(secondFactors.userId, person.userId)),
    );
    expect(factor?.confirmedAt).toBeNull();
  });
});

describe("a sign-in", () => {
  it("requires the second factor that is being set up at the same time", async () => {
    const answer = await callDuring(
      platform,
      async (tx) => {
        await tx.select().from(users).where(eq(users.id, person.userId)).for("update");
        await tx.insert(secondFactors).values({
          userId: person.userId,
          secretEncrypted: "sealed",
          confirmedAt: platform.clock.now(),
        });
      },
      post("POST /auth/signin", { email: person.email, password: goodPassword }),
    );
    expect(answer).toEqual({ status: 200, body: { secondFactor: true } });
  });

  it("is refused while the user is being suspended", async () => {
    const answer = await callDuring(
      platform,
      (tx) => tx.update(users).set({ accountStatus: "suspended" }).where(eq(users.id, person.userId)),
      post("POST /auth/signin", { email: person.email, password: goodPassword }),
    );
    expect(answer).toMatchObject({ status: 403, body: { code: "auth.suspended" } });
  });
});
