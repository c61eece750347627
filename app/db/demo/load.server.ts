import type { Services } from "#app/api/context.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { bookEntry } from "#app/domain/ledger/book.server.ts";
import { hashPassword } from "#app/domain/users/password.server.ts";
import { newId, type OrgId } from "#app/shared/ids.ts";
import type { Tx } from "../client.server.ts";
import { contacts } from "../schema/contacts.ts";
import { members, organisations, users } from "../schema/identity.ts";
import { demoContacts } from "./contacts.ts";

/** The logins of the demo, which exist in demo mode only. */
export const demoLogins = {
  individual: "demo@tarishi.test",
  admin: "admin@tarishi.test",
  password: "karibu-tarishi",
} as const;

const startingBalanceCents = 500_000;
const hourMs = 3_600_000;

/**
 * Fills an empty platform with the demo: an organisation with contacts and a wallet, and its two logins.
 * Answers `loaded: false`, having done nothing, when there is any user.
 */
export async function loadDemo(services: Pick<Services, "db" | "clock">): Promise<{ loaded: boolean }> {
  const passwordHash = await hashPassword(demoLogins.password);
  return services.db.withSystem(async (tx) => {
    // Two processes that start at once: the second waits here, then finds users.
    await tx.execute("select pg_advisory_xact_lock(728391002)");
    const [anyone] = await tx.select({ id: users.id }).from(users).limit(1);
    if (anyone) return { loaded: false };

    const now = services.clock.now();
    const since = new Date(now.getTime() - 50 * hourMs);
    const duka = await createOrganisation(tx, since, passwordHash, {
      name: "Duka Letu",
      email: demoLogins.individual,
      firstName: "Wanjiku",
      lastName: "Mwangi",
      usertype: "individual",
    });
    await createOrganisation(tx, since, passwordHash, {
      name: "Tarishi Operations",
      email: demoLogins.admin,
      firstName: "Platform",
      lastName: "Administrator",
      usertype: "admin",
    });

    await tx
      .insert(contacts)
      .values(demoContacts.map((row, index) => contactRow(duka.orgId, now, row, index)));
    await bookEntry(tx, {
      orgId: duka.orgId,
      kind: "top_up",
      description: "Demo credit",
      reference: "demo:credit",
      postings: { wallet: startingBalanceCents, funding: -startingBalanceCents },
      at: now,
    });

    const history = [
      { hoursAgo: 50, type: "auth", action: "Account created", details: "Duka Letu signed up" },
      { hoursAgo: 49, type: "auth", action: "Email verified", details: demoLogins.individual },
      {
        hoursAgo: 26,
        type: "message",
        action: "Contacts imported",
        details: `${demoContacts.length} contacts from customers.csv`,
      },
      { hoursAgo: 2, type: "billing", action: "Wallet topped up", details: "KES 5,000.00 demo credit" },
    ] as const;
    for (const { hoursAgo, ...activity } of history) {
      const actor = { userId: duka.userId, ipAddress: "127.0.0.1", userAgent: "Demo" };
      const clock = { now: () => new Date(now.getTime() - hoursAgo * hourMs) };
      await recordActivity(tx, { orgId: duka.orgId, actor, clock }, activity);
    }
    return { loaded: true };
  });
}

async function createOrganisation(
  tx: Tx,
  now: Date,
  passwordHash: string,
  who: { name: string; email: string; firstName: string; lastName: string; usertype: "individual" | "admin" },
): Promise<{ orgId: OrgId; userId: string }> {
  const orgId = newId("org", now.getTime()) as OrgId;
  const userId = newId("usr", now.getTime());
  await tx.insert(users).values({
    id: userId,
    email: who.email,
    firstName: who.firstName,
    lastName: who.lastName,
    passwordHash,
    usertype: who.usertype,
    accountStatus: "active",
    isVerified: true,
    agreedToTermsAt: now,
    phoneNumber: "+254700000000",
    createdAt: now,
  });
  await tx.insert(organisations).values({ id: orgId, name: who.name, createdAt: now });
  await tx.insert(members).values({ orgId, userId, role: "owner", createdAt: now });
  return { orgId, userId };
}

function contactRow(
  orgId: OrgId,
  now: Date,
  [name, town, tags, consent]: (typeof demoContacts)[number],
  index: number,
): typeof contacts.$inferInsert {
  const phone = `+2547000000${String(index + 1).padStart(2, "0")}`;
  // A minute apart, so that lists have an order.
  const createdAt = new Date(now.getTime() - 26 * hourMs - index * 60_000);
  return {
    orgId,
    id: newId("con", createdAt.getTime()),
    phone,
    waId: phone.slice(1),
    name,
    tags: [...tags, town.toLowerCase().replace(" ", "-")],
    fields: { town },
    consent,
    consentSource: consent === "granted" ? "Sign-up form in the shop" : null,
    consentAt: consent === "granted" ? createdAt : null,
    createdAt,
    updatedAt: createdAt,
  };
}
