import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { etimsAccounts, type TaxDocumentLine, taxDocuments } from "#app/db/schema/sales/tax.ts";
import { submitTaxDocumentsOfJob } from "#app/domain/sales/jobs.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { branchOf, lockAccount, type TaxAccount, type TaxDocument } from "./find.server.ts";
import { type Sold, scaled, withVat } from "./lines.ts";

type Ctx = Pick<OrgContext, "orgId" | "clock" | "jobs">;

/** What an invoice is for. `lines`: read only where the organisation has eTIMS on. */
export interface Sale {
  /** The order or the request. */
  subjectId: string;
  lines: (account: TaxAccount) => Promise<readonly Sold[]> | readonly Sold[];
}

/** Queues the invoice of something that was paid, once while it is not credited, where eTIMS is on. */
export async function queueSale(tx: Tx, ctx: Ctx, { subjectId, lines }: Sale): Promise<void> {
  const account = await lockAccount(tx, ctx.orgId);
  if (!account?.isOn || balanceOf(await documentsFor(tx, ctx, subjectId)) > 0) return;
  const sold = withVat(await lines(account));
  if (sold.length === 0) return;
  await queue(tx, ctx, account, { kind: "sale", subjectId, lines: sold, originalTaxNumber: 0 });
}

/** Queues a credit note for money that no longer pays an order or a request, at most for what its invoice has left. */
export async function queueCreditNote(
  tx: Tx,
  ctx: Ctx,
  { subjectId, cents }: { subjectId: string; cents: number },
): Promise<void> {
  const account = await lockAccount(tx, ctx.orgId);
  if (!account) return;
  const all = await documentsFor(tx, ctx, subjectId);
  const sale = all.findLast(({ kind }) => kind === "sale");
  const credited = Math.min(cents, balanceOf(all));
  if (!sale || credited <= 0) return;
  const lines = withVat(scaled(sale.lines, credited));
  await queue(tx, ctx, account, {
    ...{ kind: "credit_note", subjectId, lines, originalTaxNumber: sale.taxNumber },
  });
}

/** What invoices have left after credit notes. */
const balanceOf = (documents: readonly TaxDocument[]): number =>
  documents.reduce((sum, { kind, totalCents }) => sum + (kind === "sale" ? totalCents : -totalCents), 0);

const documentsFor = (tx: Tx, { orgId }: Ctx, subjectId: string): Promise<TaxDocument[]> =>
  tx
    .select()
    .from(taxDocuments)
    .where(and(eq(taxDocuments.orgId, orgId), eq(taxDocuments.subjectId, subjectId)))
    .orderBy(asc(taxDocuments.taxNumber));

const prefixes = { sale: "S", credit_note: "C" } as const;

/** Takes the next number; the account's row stays locked until the transaction ends, so there are no gaps. */
async function queue(
  tx: Tx,
  ctx: Ctx,
  account: TaxAccount,
  document: Pick<TaxDocument, "kind" | "subjectId" | "originalTaxNumber"> & { lines: TaxDocumentLine[] },
): Promise<void> {
  const now = ctx.clock.now();
  const taxNumber = account.lastNumber + 1;
  await tx
    .update(etimsAccounts)
    .set({ lastNumber: taxNumber, updatedAt: now })
    .where(eq(etimsAccounts.orgId, ctx.orgId));
  await tx.insert(taxDocuments).values({
    ...document,
    ...{ orgId: ctx.orgId, id: newId("txd", now.getTime()), branch: branchOf(account), taxNumber },
    number: `${prefixes[document.kind]}-${taxNumber}`,
    totalCents: document.lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
    ...{ nextTryAt: now, createdAt: now },
  });
  await ctx.jobs.enqueue(submitTaxDocumentsOfJob, { orgId: ctx.orgId }, { tx });
}
