import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { customerAccounts } from "#app/db/schema/sales/tills.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { newAccountNumber } from "#app/domain/money/payments/accountNumbers.ts";
import type { OrgContext } from "#app/platform/context.ts";

const tries = 5;
const rowsPerStatement = 5000;

/**
 * The account numbers of many customers at a till, as `accountNumberOf` for one. @throws Error when several random
 * numbers were all taken.
 */
export async function accountNumbersOf(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "clock">,
  { tillId, contactIds }: { tillId: string; contactIds: readonly string[] },
): Promise<Map<string, string>> {
  const numbers = new Map<string, string>();
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const missing = contactIds.filter((id) => !numbers.has(id));
    for (const [id, number] of await knownOf(tx, ctx, tillId, missing)) numbers.set(id, number);
    const fresh = missing.filter((id) => !numbers.has(id));
    if (fresh.length === 0) return numbers;
    await issue(tx, ctx, tillId, fresh);
  }
  throw new Error("no free account numbers were found");
}

async function knownOf(
  tx: Tx,
  { orgId }: Pick<OrgContext, "orgId">,
  tillId: string,
  contactIds: readonly string[],
): Promise<[string, string][]> {
  const rows = await tx
    .select({ contactId: customerAccounts.contactId, number: customerAccounts.number })
    .from(customerAccounts)
    .where(
      and(
        eq(customerAccounts.orgId, orgId),
        eq(customerAccounts.tillId, tillId),
        isAnyOf(customerAccounts.contactId, contactIds),
      ),
    );
  return rows.flatMap(({ contactId, number }) =>
    contactId === null ? [] : [[contactId, number] as [string, string]],
  );
}

async function issue(
  tx: Tx,
  { orgId, clock }: Pick<OrgContext, "orgId" | "clock">,
  tillId: string,
  contactIds: readonly string[],
): Promise<void> {
  const createdAt = clock.now();
  for (let at = 0; at < contactIds.length; at += rowsPerStatement)
    await tx
      .insert(customerAccounts)
      .values(
        contactIds.slice(at, at + rowsPerStatement).map((contactId) => ({
          ...{ orgId, tillId, contactId, createdAt },
          number: newAccountNumber("organisation"),
        })),
      )
      .onConflictDoNothing();
}
