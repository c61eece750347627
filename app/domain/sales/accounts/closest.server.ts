import { and, asc, eq, inArray, isNotNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { customerAccounts } from "#app/db/schema/sales/tills.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { numbersNear } from "./closest.ts";

/** A question or suggestion names at most so many customers. */
export const mostCandidates = 3;

/** The customers of a till whose account number is one slip away from what was typed. */
export async function customersNear(
  tx: Tx,
  orgId: OrgId,
  { tillId, typed }: { tillId: string; typed: string },
): Promise<{ contactId: string; number: string; name: string; phone: string | null }[]> {
  const numbers = numbersNear(typed);
  if (numbers.length === 0) return [];
  const rows = await tx
    .select({
      contactId: contacts.id,
      number: customerAccounts.number,
      name: contacts.name,
      phone: contacts.phone,
    })
    .from(customerAccounts)
    .innerJoin(contacts, and(eq(contacts.orgId, orgId), eq(contacts.id, customerAccounts.contactId)))
    .where(
      and(
        eq(customerAccounts.orgId, orgId),
        eq(customerAccounts.tillId, tillId),
        isNotNull(customerAccounts.contactId),
        inArray(customerAccounts.number, numbers),
      ),
    )
    .orderBy(asc(customerAccounts.number))
    .limit(mostCandidates);
  return rows;
}
