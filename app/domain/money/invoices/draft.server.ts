import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type InvoiceKind, invoiceLines, invoices } from "#app/db/schema/money/invoices.ts";
import { type LineItem, pricedLine, totalsOf } from "#app/domain/money/prices/amounts.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import type { BillingType, PlanType } from "#app/platform/money/planTypes.ts";
import { readPrices } from "../prices/read.server.ts";

export interface Draft {
  orgId: OrgId;
  kind: InvoiceKind;
  /** Its origin; a second draft of the same source returns the first one. */
  source: string;
  description: string;
  planType: PlanType;
  billingType: BillingType;
  items: readonly LineItem[];
  creditsInvoiceId?: string;
  now: Date;
}

/** Creates a document without a number. Returns the existing one when it was drafted or finalized before. */
export async function draftDocument(tx: Tx, draft: Draft): Promise<{ invoiceId: string; isNew: boolean }> {
  const vatBasisPoints = (await readPrices(tx)).vatAt(draft.now);
  const lines = draft.items.map((item) => pricedLine(item, vatBasisPoints));
  const invoiceId = newId("inv", draft.now.getTime());
  const { orgId, kind, source, description, planType, billingType } = draft;
  const [created] = await tx
    .insert(invoices)
    .values({
      ...{ orgId, id: invoiceId, kind, source, description, planType, billingType },
      ...totalsOf(lines),
      creditsInvoiceId: draft.creditsInvoiceId ?? null,
      createdAt: draft.now,
    })
    .onConflictDoNothing({ target: [invoices.orgId, invoices.source] })
    .returning({ id: invoices.id });
  if (!created) {
    const [known] = await tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(and(eq(invoices.orgId, orgId), eq(invoices.source, source)));
    return { invoiceId: known!.id, isNew: false };
  }
  await tx
    .insert(invoiceLines)
    .values(lines.map((line, index) => ({ orgId, invoiceId, position: index + 1, ...line })));
  return { invoiceId, isNew: true };
}
