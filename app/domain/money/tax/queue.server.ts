import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { etimsDevices, etimsSubmissions } from "#app/db/schema/money/etims.ts";
import type { invoices } from "#app/db/schema/money/invoices.ts";
import type { Services } from "#app/platform/context.ts";
import { submitTaxDocumentsJob } from "./jobs.ts";

type Invoice = typeof invoices.$inferSelect;
const maxNameLength = 60;

/**
 * Assigns the next tax number to a document being finalized, and queues it. A credit note for a document
 * unknown to KRA is skipped. The counter's row is locked until the transaction ends, before that of the
 * series, so both orders agree.
 */
export async function queueForTax(
  tx: Tx,
  { etims, clock, jobs }: Pick<Services, "etims" | "clock" | "jobs">,
  document: Pick<Invoice, "orgId" | "id" | "kind" | "creditsInvoiceId"> & { customerName: string },
): Promise<void> {
  if (!etims) return;
  const { orgId, id: invoiceId, customerName } = document;
  const original = await originalOf(tx, document);
  if (document.kind === "credit_note" && !original) return;
  const [counter] = await tx
    .insert(etimsDevices)
    .values({ branch: etims.branch, lastNumber: 1 })
    .onConflictDoUpdate({
      target: etimsDevices.branch,
      set: { lastNumber: sql`${etimsDevices.lastNumber} + 1` },
    })
    .returning({ lastNumber: etimsDevices.lastNumber });
  await tx.insert(etimsSubmissions).values({
    ...{ orgId, invoiceId, branch: etims.branch },
    taxNumber: counter!.lastNumber,
    originalTaxNumber: original?.taxNumber ?? 0,
    customerName: customerName.slice(0, maxNameLength),
    customerPin: original?.customerPin ?? null,
    createdAt: clock.now(),
  });
  await jobs.enqueue(submitTaxDocumentsJob, {}, { tx });
}

async function originalOf(tx: Tx, { orgId, creditsInvoiceId }: Pick<Invoice, "orgId" | "creditsInvoiceId">) {
  if (!creditsInvoiceId) return undefined;
  const [original] = await tx
    .select()
    .from(etimsSubmissions)
    .where(and(eq(etimsSubmissions.orgId, orgId), eq(etimsSubmissions.invoiceId, creditsInvoiceId)));
  return original;
}
