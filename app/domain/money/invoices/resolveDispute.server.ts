import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { type DisputeOutcome, invoiceDisputes, invoices } from "#app/db/schema/money/invoices.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Actor, type Services, userOf } from "#app/platform/context.ts";
import { type DomainError, notFound } from "#app/platform/errors.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import { bookEntry } from "../book.server.ts";
import { disputeAnswered } from "../events.ts";
import { creditLocked } from "./credit.server.ts";
import { statusAt } from "./overdue.ts";

type Invoice = typeof invoices.$inferSelect;

export interface Resolution {
  invoiceId: string;
  /** Shown to the customer. */
  resolution: string;
  outcome: DisputeOutcome;
  /** The credit, in KES cents. */
  amountCents?: number | undefined;
}

/**
 * Staff: resolves a dispute, with an entry in the ledger. The invoice must be paid, less a credit note, or in
 * full with a wallet credit. The customer is notified by email. @throws DomainError `dispute.not_found`,
 * `dispute.resolved` (409), `dispute.no_amount` (400), `invoice.credit_too_large` (400).
 */
export async function resolveDispute({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: Resolution;
}): Promise<{ disputeId: string }> {
  const now = services.clock.now();
  const creditCents = creditOf(input);
  return services.db.withSystem(async (tx) => {
    const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, input.invoiceId)).for("update");
    const resolved = await close(tx, input, {
      creditedCents: creditCents,
      resolvedBy: userOf(actor),
      resolvedAt: now,
    });
    if (!invoice || !resolved) throw await tooLate(tx, input.invoiceId);
    await reopen(tx, invoice, now);
    if (input.outcome === "credit_note")
      await creditLocked(tx, {
        ...{ services, actor, invoice },
        input: { amountCents: creditCents, reason: input.resolution.slice(0, 300), key: resolved.id },
      });
    await book(tx, services, { invoice, disputeId: resolved.id, outcome: input.outcome, creditCents });
    await record(tx, { orgId: invoice.orgId, actor, clock: services.clock }, disputeAnswered, {
      subject: invoice.id,
      data: {
        number: invoice.number!,
        answer: input.resolution,
        outcome: input.outcome,
        creditedCents: creditCents,
      },
    });
    await notifyManagers(tx, services, invoice, input);
    return { disputeId: resolved.id };
  });
}

/** Returns the dispute, if it was open. */
async function close(
  tx: Tx,
  { invoiceId, resolution, outcome }: Resolution,
  by: Pick<typeof invoiceDisputes.$inferInsert, "creditedCents" | "resolvedBy" | "resolvedAt">,
) {
  const [resolved] = await tx
    .update(invoiceDisputes)
    .set({ status: "resolved", resolution, outcome, ...by })
    .where(and(eq(invoiceDisputes.invoiceId, invoiceId), eq(invoiceDisputes.status, "open")))
    .returning();
  return resolved;
}

function creditOf({ outcome, amountCents }: Resolution): number {
  if (outcome === "stands") return 0;
  if (amountCents !== undefined && amountCents > 0) return amountCents;
  throw moneyError("dispute.no_amount", { fields: { amountKes: m.errors_dispute_amount_required() } });
}

/** No dispute is open: it was resolved already, or never existed. */
async function tooLate(tx: Tx, invoiceId: string): Promise<DomainError> {
  const [last] = await tx
    .select({ email: users.email })
    .from(invoiceDisputes)
    .leftJoin(users, eq(users.id, invoiceDisputes.resolvedBy))
    .where(eq(invoiceDisputes.invoiceId, invoiceId))
    .orderBy(desc(invoiceDisputes.id))
    .limit(1);
  if (!last) return notFound("Dispute");
  return moneyError("dispute.resolved", { values: { value: last.email ?? "Somebody" } });
}

/** The invoice must be paid again. */
async function reopen(tx: Tx, invoice: Invoice, now: Date): Promise<void> {
  if (invoice.status !== "disputed") return;
  invoice.status = statusAt({ status: "pending", dueAt: invoice.dueAt }, now);
  await tx
    .update(invoices)
    .set({ status: invoice.status })
    .where(and(eq(invoices.orgId, invoice.orgId), eq(invoices.id, invoice.id)));
}

/** Books the outcome; an entry without lines when no money moves. */
async function book(
  tx: Tx,
  services: Services,
  {
    invoice,
    disputeId,
    outcome,
    creditCents,
  }: { invoice: Invoice; disputeId: string; outcome: DisputeOutcome; creditCents: number },
): Promise<void> {
  const openCents = invoice.totalCents - invoice.creditedCents;
  if (creditCents > openCents) {
    const text = m.errors_invoice_credit_too_large_field({ amount: formatKes(openCents) });
    throw moneyError("invoice.credit_too_large", {
      values: { openCents: formatKes(openCents) },
      fields: { amountKes: text },
    });
  }
  await bookEntry(tx, {
    orgId: invoice.orgId,
    kind: "adjustment",
    about: { code: "dispute.resolved", invoice: invoice.number!, outcome },
    reference: `dispute:${disputeId}`,
    postings: outcome === "wallet_credit" ? { revenue: -creditCents, wallet: creditCents } : {},
    at: services.clock.now(),
  });
}

async function notifyManagers(
  tx: Tx,
  services: Services,
  invoice: Invoice,
  { resolution }: Resolution,
): Promise<void> {
  if (!invoice.billTo?.email) return;
  await queueMail(tx, services, {
    to: invoice.billTo.email,
    orgId: invoice.orgId,
    content: () => ({
      kind: "notice",
      firstName: "",
      subject: m.mails_dispute_subject({ number: invoice.number! }),
      lines: [m.mails_dispute_resolved({ number: invoice.number! }), resolution],
      path: `/billing/invoices/${invoice.id}`,
    }),
  });
}
