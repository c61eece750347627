import { randomBytes, randomInt } from "node:crypto";
import { eq } from "drizzle-orm";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { partners } from "#app/db/schema/partners/partners.ts";
import { hashToken, sealSession } from "#app/domain/accounts/sessions/token.server.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { sessionCookieName } from "#app/platform/http/cookies.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { TestOrg, TestPlatform } from "./platform.ts";

export interface TestPartner {
  partnerId: OrgId;
  code: string;
  email: string;
  /** The session of the partner's user. */
  cookie: string;
}

/** An active partner, added by staff. */
export async function createPartner(
  platform: TestPlatform,
  staff: TestOrg,
  details: { percent?: number; payoutMethod?: "mpesa" | "bank"; name?: string } = {},
): Promise<TestPartner> {
  const email = `${randomBytes(5).toString("hex")}@washirika.test`;
  const made = await platform.call(
    "POST /admin/partners",
    {
      name: details.name ?? "Savanna Digital",
      category: "agency",
      contactName: "Njeri Kamau",
      email,
      percent: details.percent ?? 15,
      payoutMethod: details.payoutMethod ?? "mpesa",
      payoutPhone: `07${randomInt(1e7, 1e8)}`,
      payoutName: "Asha Mwangi",
      bankName: "Equity Bank",
      bankAccount: "0123456789",
    },
    staff,
  );
  const partnerId = made.partnerId as OrgId;
  const { db, config } = platform.services;
  const token = randomBytes(32).toString("base64url");
  const code = await db.withSystem(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.email, email));
    await tx.update(users).set({ accountStatus: "active", isVerified: true }).where(eq(users.id, user!.id));
    await tx.insert(sessions).values({
      id: newId("ses"),
      tokenHash: hashToken(token),
      userId: user!.id,
      ipAddress: "127.0.0.1",
      userAgent: "test",
      // Tests of partners move the clock by months.
      seenAt: new Date(platform.clock.now().getTime() + 300 * 86_400_000),
      expiresAt: new Date(platform.clock.now().getTime() + 300 * 86_400_000),
    });
    const [partner] = await tx.select().from(partners).where(eq(partners.orgId, partnerId));
    return partner!.code;
  });
  const cookie = `${sessionCookieName}=${encodeURIComponent(sealSession(token, "partner", config.sessionSecret))}`;
  return { partnerId, code, email, cookie };
}

/** Moves the clock; sessions stay valid. */
export async function later(platform: TestPlatform, ms: number): Promise<void> {
  platform.clock.advance(ms);
  const expiresAt = new Date(platform.clock.now().getTime() + 86_400_000);
  await platform.services.db.withSystem((tx) =>
    tx.update(sessions).set({ expiresAt, seenAt: platform.clock.now() }),
  );
}

/** An organisation pays for delivered messages, as booked by the ledger; negative amounts are corrections. */
export const earn = (platform: TestPlatform, org: TestOrg, amountCents: number, at = platform.clock.now()) =>
  platform.services.db.withSystem((tx) =>
    bookEntry(tx, {
      orgId: org.orgId,
      kind: amountCents < 0 ? "reversal" : "settle",
      about: { code: "messages.delivered", messages: 1 },
      reference: `paid:${newId("evt")}`,
      postings: { funding: -amountCents, revenue: amountCents },
      at,
    }),
  );

/** Cents in an account of a book. */
export async function balanceIn(platform: TestPlatform, book: string, name: string): Promise<number> {
  const rows = await platform.services.db.systemReads
    .select()
    .from(ledgerAccounts)
    .where(eq(ledgerAccounts.orgId, book as OrgId));
  return rows.find((row) => row.name === name)?.balanceCents ?? 0;
}
