import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Actor, Services } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import { bookEntry } from "../book.server.ts";
import { invoiceCredited } from "../events.ts";
import { draftDocument } from "./draft.server.ts";
import { finalizeDocument } from "./finalize.server.ts";
import { inLanguageOf } from "./language.server.ts";

type Invoice = typeof invoices.$inferSelect;

/**
 * Staff: credits an invoice, in part or whole, with a credit note of its own number. Amounts already paid
 * return to the wallet. `key` makes it idempotent. @throws DomainError `invoice.not_found`,
 * `invoice.credit_too_large`.
 */
export async function creditInvoice({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: { invoiceId: string; amountCents: number; reason: string; key: string };
}): Promise<{ creditNoteId: string; number: string }> {
  return services.db.withSystem(async (tx) => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, input.invoiceId)).for("update");
    if (invoice?.kind !== "invoice" || invoice.number === null) throw notFound("Invoice");
    return creditLocked(tx, { services, actor, invoice, input });
  });
}

/** As `creditInvoice`, for an invoice that is locked. */
export async function creditLocked(
  tx: Tx,
  {
    services,
    actor,
    invoice,
    input,
  }: {
    services: Services;
    actor: Actor;
    invoice: Invoice;
    input: { amountCents: number; reason: string; key: string };
  },
): Promise<{ creditNoteId: string; number: string }> {
  const { orgId } = invoice;
  const { invoiceId: creditNoteId, isNew } = await draftDocument(tx, {
    orgId,
    kind: "credit_note",
    source: `credit:${invoice.id}:${input.key}`,
    description: await inLanguageOf(tx, orgId, () =>
      m.papers_credit_for({ number: invoice.number!, reason: input.reason }),
    ),
    planType: invoice.planType,
    billingType: invoice.billingType,
    items: [{ description: input.reason, quantity: 1, unitCents: input.amountCents }],
    creditsInvoiceId: invoice.id,
    now: services.clock.now(),
  });
  if (isNew) await applyCredit(tx, { services, actor, orgId, invoice, input });
  const { number } = await finalizeDocument(tx, services, { orgId, invoiceId: creditNoteId, actor });
  return { creditNoteId, number };
}

function tooLarge(openCents: number) {
  const amount = formatKes(openCents);
  return moneyError("invoice.credit_too_large", {
    values: { openCents: amount },
    fields: { amountKes: m.errors_invoice_credit_too_large_field({ amount }) },
  });
}

async function applyCredit(
  tx: Tx,
  {
    services,
    actor,
    orgId,
    invoice,
    input,
  }: {
    services: Services;
    actor: Actor;
    orgId: OrgId;
    invoice: Invoice;
    input: { amountCents: number; reason: string; key: string };
  },
): Promise<void> {
  const openCents = invoice.totalCents - invoice.creditedCents;
  if (input.amountCents > openCents) throw tooLarge(openCents);
  const isPaid = invoice.status === "paid";
  if (isPaid)
    await bookEntry(tx, {
      orgId,
      kind: "adjustment",
      about: { code: "invoice.credited", invoice: invoice.number! },
      reference: `credit:${invoice.id}:${input.key}`,
      postings: { revenue: -input.amountCents, wallet: input.amountCents },
      at: services.clock.now(),
    });
  await tx
    .update(invoices)
    .set({
      creditedCents: sql`${invoices.creditedCents} + ${input.amountCents}`,
      ...(!isPaid && input.amountCents === openCents ? { status: "credited" as const } : {}),
    })
    .where(and(eq(invoices.orgId, orgId), eq(invoices.id, invoice.id)));
  await record(tx, { orgId, actor, clock: services.clock }, invoiceCredited, {
    subject: invoice.id,
    data: { number: invoice.number!, amountCents: input.amountCents, because: input.reason },
  });
}
