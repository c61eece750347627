import { connect } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { demoContacts } from "#app/demo/contacts.ts";
import { hashPassword } from "#app/domain/accounts/password.server.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { registerRooms } from "#app/registerRooms.ts";
import { sessionCookie } from "./pageWeight.ts";
import type { TestServer } from "./server.ts";

/** The owner of an organisation with contacts and money, and nothing else yet. */
export const shopLogin = { email: "mwanaisha@duka.test", password: "kahawa-na-mandazi-7" } as const;

const minuteMs = 60_000;

/**
 * Creates that organisation on a running server, once, and signs its owner in; returns the `Cookie` header.
 */
export async function openShop(server: Pick<TestServer, "url" | "databaseUrl">): Promise<string> {
  const passwordHash = await hashPassword(shopLogin.password);
  registerRooms();
  const db = connect(server.databaseUrl);
  try {
    await db.withSystem(async (tx) => {
      const [owner] = await tx
        .insert(users)
        .values({
          id: newId("usr"),
          email: shopLogin.email,
          firstName: "Mwanaisha",
          lastName: "Bakari",
          passwordHash,
          phoneNumber: "+254700000000",
          accountStatus: "active",
          isVerified: true,
        })
        .onConflictDoNothing()
        .returning({ id: users.id });
      if (!owner) return;
      const orgId = newId("org") as OrgId;
      await tx.insert(organisations).values({ id: orgId, name: "Duka la Mwanaisha" });
      await tx.insert(members).values({ orgId, userId: owner.id, role: "owner" });
      await tx.insert(contacts).values(demoContacts.map((row, index) => contactRow(orgId, row, index)));
      await bookEntry(tx, {
        orgId,
        kind: "top_up",
        about: { code: "credit.test" },
        reference: "top-up",
        postings: { wallet: 500_000, funding: -500_000 },
        at: new Date(),
      });
    });
  } finally {
    await db.close();
  }
  return sessionCookie(server.url, shopLogin.email, shopLogin.password);
}

function contactRow(
  orgId: OrgId,
  [name, town, tags, consent]: (typeof demoContacts)[number],
  index: number,
): typeof contacts.$inferInsert {
  const phone = `+2547000000${String(index + 1).padStart(2, "0")}`;
  // A minute apart, so that lists have an order.
  const createdAt = new Date(Date.now() - (26 * 60 + index) * minuteMs);
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
