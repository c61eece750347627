import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { etimsAccounts, taxDocuments } from "#app/db/schema/sales/tax.ts";
import type { OrgId } from "#app/platform/ids.ts";

export type TaxAccount = typeof etimsAccounts.$inferSelect;
export type TaxDocument = typeof taxDocuments.$inferSelect;

export const branchOf = ({ pin, branch }: Pick<TaxAccount, "pin" | "branch">): string => `${pin}:${branch}`;

/** The organisation's device at KRA. */
export async function accountIn(tx: Tx, orgId: OrgId): Promise<TaxAccount | undefined> {
  const [account] = await tx.select().from(etimsAccounts).where(eq(etimsAccounts.orgId, orgId));
  return account;
}

/** The same, locked until the transaction ends. */
export async function lockAccount(tx: Tx, orgId: OrgId): Promise<TaxAccount | undefined> {
  const [account] = await tx
    .select()
    .from(etimsAccounts)
    .where(eq(etimsAccounts.orgId, orgId))
    .for("no key update");
  return account;
}

export const ofDocument = ({ orgId, id }: Pick<TaxDocument, "orgId" | "id">) =>
  and(eq(taxDocuments.orgId, orgId), eq(taxDocuments.id, id));

export const documentColumns = {
  id: taxDocuments.id,
  kind: taxDocuments.kind,
  number: taxDocuments.number,
  totalCents: taxDocuments.totalCents,
  customerPin: taxDocuments.customerPin,
  state: taxDocuments.state,
  receiptNumber: taxDocuments.receiptNumber,
  controlUnitId: taxDocuments.controlUnitId,
  link: taxDocuments.link,
};

/** The documents of an order, a request or a due, oldest first, with the payment of each. */
export const documentsOf = (tx: Tx, orgId: OrgId, subjectId: string) =>
  tx
    .select({ ...documentColumns, paymentId: tillPayments.id, paymentReceipt: tillPayments.receipt })
    .from(taxDocuments)
    .leftJoin(tillPayments, and(eq(tillPayments.orgId, orgId), eq(tillPayments.id, taxDocuments.paymentId)))
    .where(and(eq(taxDocuments.orgId, orgId), eq(taxDocuments.subjectId, subjectId)))
    .orderBy(taxDocuments.taxNumber);
