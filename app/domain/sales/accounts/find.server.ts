import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { customerAccounts } from "#app/db/schema/sales/tills.ts";
import { isAccountNumber, readAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** The contact of a typed account number; undefined when it is no number of this till, or the contact was erased. */
export async function contactOfAccount(
  tx: Tx,
  orgId: OrgId,
  { tillId, typed }: { tillId: string; typed: string },
): Promise<string | undefined> {
  const number = readAccountNumber(typed);
  if (!isAccountNumber(number)) return undefined;
  const [found] = await tx
    .select({ contactId: customerAccounts.contactId })
    .from(customerAccounts)
    .where(
      and(
        eq(customerAccounts.orgId, orgId),
        eq(customerAccounts.tillId, tillId),
        eq(customerAccounts.number, number),
      ),
    );
  return found?.contactId ?? undefined;
}
