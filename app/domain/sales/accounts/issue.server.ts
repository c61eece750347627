import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { customerAccounts } from "#app/db/schema/sales/tills.ts";
import { newAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import type { OrgContext } from "#app/platform/context.ts";

const tries = 5;

/**
 * The account number of a customer at a till, issued on the first call: random, with a check letter, so that a
 * mistyped one is almost never another customer's. @throws Error when several random numbers were all taken.
 */
export async function accountNumberOf(
  tx: Tx,
  { orgId, clock }: Pick<OrgContext, "orgId" | "clock">,
  { tillId, contactId }: { tillId: string; contactId: string },
): Promise<string> {
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const [known] = await tx
      .select({ number: customerAccounts.number })
      .from(customerAccounts)
      .where(
        and(
          eq(customerAccounts.orgId, orgId),
          eq(customerAccounts.tillId, tillId),
          eq(customerAccounts.contactId, contactId),
        ),
      );
    if (known) return known.number;
    const number = newAccountNumber("organisation");
    const [issued] = await tx
      .insert(customerAccounts)
      .values({ orgId, tillId, number, contactId, createdAt: clock.now() })
      .onConflictDoNothing()
      .returning({ number: customerAccounts.number });
    if (issued) return issued.number;
  }
  throw new Error("no free account number was found");
}
