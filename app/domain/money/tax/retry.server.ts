import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { etimsSubmissions } from "#app/db/schema/money/etims.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Actor, Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { moneyError } from "../errors.ts";
import { taxRetried } from "../events.ts";
import { submitTaxDocumentsJob } from "./jobs.ts";

/**
 * Staff: a document as submitted to KRA, with the reason of a refusal. @throws DomainError
 * `tax_document.not_found`.
 */
export async function getTaxDocument(tx: Tx, invoiceId: string) {
  const [submission] = await tx
    .select()
    .from(etimsSubmissions)
    .where(eq(etimsSubmissions.invoiceId, invoiceId));
  if (!submission) throw notFound("Tax document");
  const { customerName, customerPin, resultCode, resultText, taxNumber } = submission;
  return { customerName, customerPin, resultCode, resultText, taxNumber };
}

/**
 * Staff: resubmits a refused document under the same number, with the corrected name and PIN of the customer;
 * later documents follow. @throws DomainError `tax_document.not_found`, `tax_document.not_refused` (409),
 * `tax.off` (503).
 */
export async function retryTaxDocument({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: { invoiceId: string; customerName: string; customerPin: string; reason: string };
}): Promise<{ number: string }> {
  if (!services.etims) throw moneyError("tax.off");
  return services.db.withSystem(async (tx) => {
    const [submission] = await tx
      .select()
      .from(etimsSubmissions)
      .where(eq(etimsSubmissions.invoiceId, input.invoiceId))
      .for("update");
    if (!submission) throw notFound("Tax document");
    if (submission.state !== "refused") throw moneyError("tax_document.not_refused");
    const [document] = await tx.select().from(invoices).where(eq(invoices.id, input.invoiceId));
    await tx
      .update(etimsSubmissions)
      .set({
        state: "waiting",
        nextTryAt: null,
        decidedAt: null,
        customerName: input.customerName,
        customerPin: input.customerPin || null,
      })
      .where(eq(etimsSubmissions.invoiceId, input.invoiceId));
    const number = document!.number!;
    await record(tx, { orgId: submission.orgId, actor, clock: services.clock }, taxRetried, {
      subject: input.invoiceId,
      data: { number, because: input.reason },
    });
    await services.jobs.enqueue(submitTaxDocumentsJob, {}, { tx });
    return { number };
  });
}
