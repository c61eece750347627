import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { isUnpaid } from "./states.ts";

/**
 * An invoice that can be paid, with its open amount. @throws DomainError `invoice.not_found`,
 * `invoice.not_open`.
 */
export async function requireOpenInvoice(tx: Tx, ctx: Pick<OrgContext, "orgId">, invoiceId: string) {
  const [invoice] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orgId, ctx.orgId), eq(invoices.id, invoiceId)));
  if (!invoice || invoice.number === null || invoice.kind !== "invoice") throw notFound("Invoice");
  if (!isUnpaid(invoice.status)) throw moneyError("invoice.not_open");
  return { id: invoice.id, number: invoice.number, openCents: invoice.totalCents - invoice.creditedCents };
}
