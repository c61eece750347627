import { count } from "drizzle-orm";
import { expect, it } from "vitest";
import { contacts } from "#app/db/schema/contacts.ts";
import { users } from "#app/db/schema/identity.ts";
import { ledgerAccounts } from "#app/db/schema/money.ts";
import { verifyPassword } from "#app/domain/users/password.server.ts";
import { setUpPlatform } from "#tests/support/platform.ts";
import { demoLogins, loadDemo } from "./load.server.ts";

const platform = setUpPlatform();

it("fills an empty platform once, also when two processes start together", async () => {
  const outcomes = await Promise.all([loadDemo(platform.services), loadDemo(platform.services)]);
  expect(outcomes.filter(({ loaded }) => loaded)).toHaveLength(1);
  expect(await loadDemo(platform.services)).toEqual({ loaded: false });

  await platform.services.db.withSystem(async (tx) => {
    const everyone = await tx.select().from(users);
    expect(everyone.map(({ email }) => email).sort()).toEqual(["admin@tarishi.test", "demo@tarishi.test"]);
    for (const user of everyone) {
      expect(user).toMatchObject({ accountStatus: "active", isVerified: true });
      expect(await verifyPassword(demoLogins.password, user.passwordHash)).toBe(true);
    }
    const [people] = await tx.select({ count: count() }).from(contacts);
    expect(people?.count).toBe(40);
    const accounts = await tx.select().from(ledgerAccounts);
    expect(Object.fromEntries(accounts.map((row) => [row.name, row.balanceCents]))).toEqual({
      wallet: 500_000,
      funding: -500_000,
    });
  });
});
