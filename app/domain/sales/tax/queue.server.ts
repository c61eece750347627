import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { etimsAccounts, taxDocuments } from "#app/db/schema/sales/tax.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { submitTaxDocumentsOfJob } from "#app/domain/sales/jobs.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { creditNotesFor, leftOf } from "./credits.ts";
import { branchOf, lockAccount, type TaxAccount, type TaxDocument } from "./find.server.ts";
import { type Sold, withVat } from "./lines.ts";

type Ctx = Pick<OrgContext, "orgId" | "clock" | "jobs">;

/** What an invoice is for. */
export interface Sale {
  /** The order, the request or the due. */
  subjectId: string;
  /** The payment that completed it. */
  paymentId: string;
  customerPin: string | null;
  lines: readonly Sold[];
  /** A due has one for each part that is paid; anything else one, while it is not credited. */
  isPart?: boolean;
}

/** Queues the invoices of what was paid, where eTIMS is on: `read` is called only there. */
export async function queueSales(
  tx: Tx,
  ctx: Ctx,
  read: (account: TaxAccount) => Promise<readonly Sale[]>,
): Promise<void> {
  const account = await lockAccount(tx, ctx.orgId);
  if (!account?.isOn) return;
  const sales = await read(account);
  const known = await documentsFor(
    tx,
    ctx,
    sales.flatMap(({ subjectId, isPart }) => (isPart ? [] : subjectId)),
  );
  const isInvoiced = (id: string) => leftOf(known.filter(({ subjectId }) => subjectId === id)) > 0;
  const documents = sales
    .filter(({ subjectId, isPart }) => isPart || !isInvoiced(subjectId))
    .map(({ lines, isPart: _, ...sale }) => ({
      ...{ ...sale, kind: "sale" as const, originalTaxNumber: 0 },
      lines: withVat(lines),
    }));
  await queue(
    tx,
    ctx,
    account,
    documents.filter(({ lines }) => lines.length > 0),
  );
}

/** Queues credit notes for money that no longer pays what it paid, at most for what its invoices have left. */
export async function queueCreditNotes(
  tx: Tx,
  ctx: Ctx,
  { subjectIds, paymentId, cents }: { subjectIds: readonly string[]; paymentId: string; cents: number },
): Promise<void> {
  const account = await lockAccount(tx, ctx.orgId);
  if (!account) return;
  const known = await documentsFor(tx, ctx, subjectIds);
  await queue(tx, ctx, account, creditNotesFor(known, { paymentId, cents }));
}

const documentsFor = async (tx: Tx, { orgId }: Ctx, subjectIds: readonly string[]): Promise<TaxDocument[]> =>
  subjectIds.length === 0
    ? []
    : tx
        .select()
        .from(taxDocuments)
        .where(and(eq(taxDocuments.orgId, orgId), isAnyOf(taxDocuments.subjectId, subjectIds)))
        .orderBy(asc(taxDocuments.taxNumber));

const prefixes = { sale: "S", credit_note: "C" } as const;
const rowsPerStatement = 1000;

export type NewDocument = Pick<
  TaxDocument,
  "kind" | "subjectId" | "paymentId" | "customerPin" | "originalTaxNumber" | "lines"
>;

/** Takes the next numbers; the account's row stays locked until the transaction ends, so there are no gaps. */
async function queue(
  tx: Tx,
  ctx: Ctx,
  account: TaxAccount,
  documents: readonly NewDocument[],
): Promise<void> {
  if (documents.length === 0) return;
  const { orgId } = ctx;
  const now = ctx.clock.now();
  await tx
    .update(etimsAccounts)
    .set({ lastNumber: account.lastNumber + documents.length, updatedAt: now })
    .where(eq(etimsAccounts.orgId, orgId));
  const rows = documents.map((document, index) => {
    const taxNumber = account.lastNumber + 1 + index;
    return {
      ...{ ...document, orgId, id: newId("txd", now.getTime()), branch: branchOf(account), taxNumber },
      number: `${prefixes[document.kind]}-${taxNumber}`,
      totalCents: document.lines.reduce((sum, { totalCents }) => sum + totalCents, 0),
      ...{ nextTryAt: now, createdAt: now },
    };
  });
  for (let at = 0; at < rows.length; at += rowsPerStatement)
    await tx.insert(taxDocuments).values(rows.slice(at, at + rowsPerStatement));
  await ctx.jobs.enqueue(submitTaxDocumentsOfJob, { orgId }, { tx });
}
