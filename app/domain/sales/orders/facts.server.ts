import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import type { orders } from "#app/db/schema/sales/orders.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import type { OrgId } from "#app/platform/ids.ts";

type About = Pick<typeof orders.$inferSelect, "contactId" | "number" | "totalCents" | "source">;

/** Reads the customers of orders, and returns the facts of each order's events. */
export async function peopleOf(tx: Tx, orgId: OrgId, all: readonly About[]) {
  const ids = [...new Set(all.flatMap(({ contactId }) => contactId ?? []))];
  const people =
    ids.length === 0
      ? []
      : await tx
          .select({ id: contacts.id, contact: contacts.name, phone: contacts.phone })
          .from(contacts)
          .where(and(eq(contacts.orgId, orgId), isAnyOf(contacts.id, ids)));
  const byId = new Map(people.map((person) => [person.id, person]));
  return ({ contactId, number, totalCents: amountCents, source }: About) => {
    const { contact = "", phone = null } = byId.get(contactId ?? "") ?? {};
    return { contactId, contact, phone, number, amountCents, source };
  };
}

/** The facts of one order's events. */
export const orderFacts = async (tx: Tx, orgId: OrgId, order: About) =>
  (await peopleOf(tx, orgId, [order]))(order);
