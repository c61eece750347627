import { and, asc, eq, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { etimsSubmissions } from "#app/db/schema/money/etims.ts";
import { invoiceLines, invoices } from "#app/db/schema/money/invoices.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { Etims, TaxAnswer, TaxSale } from "#app/platform/gates/etims.ts";
import { taxRefused, taxRegistered } from "../events.ts";
import { changesBy, isSendable, submitInOrder, submittedAt } from "./progress.ts";
import { refusalWords } from "./words.ts";

type Submission = typeof etimsSubmissions.$inferSelect;

const ofSubmission = ({ orgId, invoiceId }: Pick<Submission, "orgId" | "invoiceId">) =>
  and(eq(etimsSubmissions.orgId, orgId), eq(etimsSubmissions.invoiceId, invoiceId));

/**
 * Submits queued documents to KRA, in the order of the tax numbers, one at a time. Without a response the
 * same number is retried before any other; a refusal blocks all later ones until staff retry it.
 */
export async function submitTaxDocuments(services: Services): Promise<{ accepted: number }> {
  const { etims, db } = services;
  if (!etims) return { accepted: 0 };
  return submitInOrder({
    next: () => db.withSystem((tx) => takeNext(tx, services, etims)),
    submit: ({ sale, submission }) => etims.submit(sale, submission.orgId),
    note: (taken, answer) => db.withSystem((tx) => noteAnswer(tx, services, taken, answer)),
  });
}

/** The first unaccepted document, marked as submitted; undefined while it must wait. */
async function takeNext(tx: Tx, { clock }: Pick<Services, "clock">, { branch }: Etims) {
  const [submission] = await tx
    .select()
    .from(etimsSubmissions)
    .where(and(eq(etimsSubmissions.branch, branch), ne(etimsSubmissions.state, "accepted")))
    .orderBy(asc(etimsSubmissions.taxNumber))
    .limit(1)
    .for("update");
  const now = clock.now();
  if (!submission || !isSendable(submission, now)) return undefined;
  await tx.update(etimsSubmissions).set(submittedAt(submission, now)).where(ofSubmission(submission));
  return { submission, sale: await saleOf(tx, submission) };
}

async function saleOf(tx: Tx, submission: Submission): Promise<TaxSale> {
  const { orgId, invoiceId, taxNumber, originalTaxNumber, customerName, customerPin } = submission;
  const [document] = await tx
    .select()
    .from(invoices)
    .where(and(eq(invoices.orgId, orgId), eq(invoices.id, invoiceId)));
  const lines = await tx
    .select()
    .from(invoiceLines)
    .where(and(eq(invoiceLines.orgId, orgId), eq(invoiceLines.invoiceId, invoiceId)))
    .orderBy(asc(invoiceLines.position));
  const { number, kind, finalizedAt } = document!;
  return {
    ...{ taxNumber, originalTaxNumber, customerName, customerPin, kind, lines },
    documentNumber: number!,
    issuedAt: finalizedAt!,
  };
}

type Taken = NonNullable<Awaited<ReturnType<typeof takeNext>>>;

/** Stores KRA's response. */
async function noteAnswer(
  tx: Tx,
  services: Services,
  { submission, sale }: Taken,
  answer: TaxAnswer,
): Promise<void> {
  const [current] = await tx.select().from(etimsSubmissions).where(ofSubmission(submission)).for("update");
  if (current?.state !== "submitted") return;
  await tx
    .update(etimsSubmissions)
    .set(changesBy(answer, submission, services.clock.now()))
    .where(ofSubmission(submission));
  const ctx = systemContext(services, submission.orgId, "submit-tax-documents");
  const [subject, number] = [submission.invoiceId, sale.documentNumber];
  if (answer.outcome === "accepted")
    await record(tx, ctx, taxRegistered, {
      subject,
      data: { number, receiptNumber: answer.registration.receiptNumber },
    });
  if (answer.outcome === "refused")
    await record(tx, ctx, taxRefused, {
      subject,
      data: { number, because: refusalWords(answer.code, answer.message) },
    });
}
