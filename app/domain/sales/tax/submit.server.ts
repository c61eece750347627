import { and, asc, eq, isNotNull, lte, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { taxDocuments } from "#app/db/schema/sales/tax.ts";
import {
  changesBy,
  documentsARun,
  isSendable,
  submitInOrder,
  submittedAt,
} from "#app/domain/money/tax/progress.ts";
import { refusalWords } from "#app/domain/money/tax/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { saleRefused, saleRegistered, saleRetried } from "#app/domain/sales/events.ts";
import { sendTaxLinkJob, submitTaxDocumentsOfJob } from "#app/domain/sales/jobs.ts";
import { type Call, type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { TaxAnswer } from "#app/platform/gates/etims.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { deskOf } from "./device.server.ts";
import { accountIn, ofDocument, type TaxDocument } from "./find.server.ts";
import { asTaxLine } from "./lines.ts";

const organisationsARun = 500;
/** So long a receipt waits for its invoice. */
export const receiptWaitsMs = 30_000;

/** Enqueues a run for each organisation whose documents are due without one: their process died. */
export async function sweepTaxDocuments(services: Services): Promise<{ organisations: number }> {
  if (!services.etims) return { organisations: 0 };
  const due = await services.db.systemReads
    .selectDistinct({ orgId: taxDocuments.orgId })
    .from(taxDocuments)
    .where(and(isNotNull(taxDocuments.nextTryAt), lte(taxDocuments.nextTryAt, services.clock.now())))
    .limit(organisationsARun);
  for (const { orgId } of due) await services.jobs.enqueue(submitTaxDocumentsOfJob, { orgId });
  return { organisations: due.length };
}

/**
 * Sends an organisation's documents to KRA in the order of their numbers, one at a time. Without a response the same
 * number is sent again before any other, which KRA registers once; a refusal holds back later ones until a member
 * retries it.
 */
export async function submitTaxDocumentsOf(services: Services, orgId: OrgId): Promise<{ accepted: number }> {
  const ctx = systemContext(services, orgId, submitTaxDocumentsOfJob.name);
  const account = services.etims && (await ctx.db.withOrg(orgId, (tx) => accountIn(tx, orgId)));
  if (!account) return { accepted: 0 };
  const desk = await deskOf(ctx, account);
  const { accepted } = await submitInOrder({
    next: () => ctx.db.withOrg(orgId, (tx) => takeNext(tx, ctx)),
    submit: (document) => desk.submit(saleOf(document), orgId),
    note: (document, answer) => ctx.db.withOrg(orgId, (tx) => noteAnswer(tx, ctx, document, answer)),
  });
  if (accepted === documentsARun) await services.jobs.enqueue(submitTaxDocumentsOfJob, { orgId });
  return { accepted };
}

/** The first unaccepted document, marked as submitted; undefined while it must wait. */
async function takeNext(tx: Tx, { orgId, clock }: OrgContext): Promise<TaxDocument | undefined> {
  const [document] = await tx
    .select()
    .from(taxDocuments)
    .where(and(eq(taxDocuments.orgId, orgId), ne(taxDocuments.state, "accepted")))
    .orderBy(asc(taxDocuments.taxNumber))
    .limit(1)
    .for("update");
  const now = clock.now();
  if (!document || !isSendable(document, now)) return undefined;
  await tx.update(taxDocuments).set(submittedAt(document, now)).where(ofDocument(document));
  return document;
}

const saleOf = ({
  taxNumber,
  originalTaxNumber,
  number,
  kind,
  lines,
  createdAt,
  customerPin,
}: TaxDocument) => ({
  ...{ taxNumber, originalTaxNumber, documentNumber: number, issuedAt: createdAt },
  kind: kind === "sale" ? ("receipt" as const) : ("credit_note" as const),
  ...{ customerName: "", customerPin, lines: lines.map(asTaxLine) },
});

/** Stores KRA's response. */
async function noteAnswer(tx: Tx, ctx: OrgContext, document: TaxDocument, answer: TaxAnswer): Promise<void> {
  const [current] = await tx.select().from(taxDocuments).where(ofDocument(document)).for("update");
  if (current?.state !== "submitted") return;
  const now = ctx.clock.now();
  const changes = changesBy(answer, document, now);
  await tx.update(taxDocuments).set(changes).where(ofDocument(document));
  const { nextTryAt: startAfter } = changes;
  if (startAfter) await ctx.jobs.enqueue(submitTaxDocumentsOfJob, { orgId: ctx.orgId }, { tx, startAfter });
  const { subjectId: subject, number, kind } = document;
  if (answer.outcome === "accepted") {
    const { receiptNumber } = answer.registration;
    await record(tx, ctx, saleRegistered, { subject, data: { number, kind, receiptNumber } });
    const isLate = now.getTime() > document.createdAt.getTime() + receiptWaitsMs;
    if (kind === "sale" && isLate)
      await ctx.jobs.enqueue(sendTaxLinkJob, { orgId: ctx.orgId, documentId: document.id }, { tx });
  }
  if (answer.outcome === "refused")
    await record(tx, ctx, saleRefused, {
      subject,
      data: { number, kind, because: refusalWords(answer.code, answer.message) },
    });
}

/** Sends a refused document again under its number; later ones follow. @throws DomainError `tax_document.not_found`, `etims.not_refused` */
export const retryTaxDocumentOf = ({ ctx, input }: Call<{ taxDocumentId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const of = { orgId: ctx.orgId, id: input.taxDocumentId };
    const [document] = await tx.select().from(taxDocuments).where(ofDocument(of)).for("update");
    if (!document) throw notFound("Tax document");
    if (document.state !== "refused") throw salesError("etims.not_refused");
    await tx
      .update(taxDocuments)
      .set({ state: "waiting", nextTryAt: ctx.clock.now(), decidedAt: null })
      .where(ofDocument(of));
    const { subjectId: subject, number, kind } = document;
    await record(tx, ctx, saleRetried, { subject, data: { number, kind } });
    await ctx.jobs.enqueue(submitTaxDocumentsOfJob, { orgId: ctx.orgId }, { tx });
  });
