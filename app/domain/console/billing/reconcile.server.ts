import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { bankReconciliations } from "#app/db/schema/console/work.ts";
import { bankStatementLines } from "#app/db/schema/money/bank.ts";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { paymentAttempts } from "#app/db/schema/money/payments.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { type Attempt, ofAttempt } from "#app/domain/money/attempts/settle.server.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { isUnpaid } from "#app/domain/money/invoices/states.ts";
import { moneyNote } from "#app/domain/money/notes.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { dayOf } from "#app/platform/time/calendar.ts";
import { m } from "#messages";
import { invoiceReconciled } from "../events.ts";
import { staffOrgContext } from "../staffContext.ts";

type Invoice = typeof invoices.$inferSelect;

interface Found {
  bankReference: string;
  /** `2026-11-22`. */
  paidOn: string;
  notes: string;
}

/**
 * Books an announced transfer that was found on the bank's account, and marks the invoice as paid. The
 * invoice is locked, so that of two administrators one succeeds and the other is shown who did it. @throws
 * DomainError `invoice.not_found`, `invoice.reconciled` (409), `invoice.not_open` (409),
 * `invoice.no_transfer` (409), `bank_reference.taken` (409), `bank_reference.other_amount` (400),
 * `payment_date.ahead` (400).
 */
export async function markAsReconciled({
  ctx,
  input,
}: Call<Found & { invoiceId: string }, StaffContext>): Promise<{ number: string; amountCents: number }> {
  const now = ctx.clock.now();
  if (input.paidOn > dayOf(now))
    throw consoleError("payment_date.ahead", { fields: { paidOn: m.errors_payment_date_ahead_field() } });
  return ctx.db.withSystem(async (tx) => {
    const { invoice, number, transfer } = await lockTransfer(tx, input.invoiceId);
    const amountCents = invoice.totalCents - invoice.creditedCents;
    await takeLine(tx, { input, amountCents, reference: transfer.reference, now });
    const org = staffOrgContext(ctx, invoice.orgId);
    await creditPayment(tx, org, {
      method: "bank",
      amountCents,
      invoiceId: invoice.id,
      paymentId: transfer.id,
      reference: `bank:${input.bankReference}`,
      receipt: input.bankReference,
    });
    await noteFound(tx, { ctx, invoice, transfer, input, amountCents });
    await record(tx, org, invoiceReconciled, {
      subject: invoice.id,
      data: {
        number,
        amountCents,
        bankReference: input.bankReference,
        paidOn: input.paidOn,
        reason: input.notes,
      },
    });
    return { number, amountCents };
  });
}

async function noteFound(
  tx: Tx,
  {
    ctx,
    invoice,
    transfer,
    input: { bankReference, paidOn, notes },
    amountCents,
  }: { ctx: StaffContext; invoice: Invoice; transfer: Attempt; input: Found; amountCents: number },
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .update(paymentAttempts)
    .set({ state: "paid", receipt: bankReference, endedAt: now, updatedAt: now })
    .where(ofAttempt(transfer));
  notifyPages(tx, transfer.orgId, "payments");
  await tx.insert(bankReconciliations).values({
    orgId: invoice.orgId,
    paymentId: transfer.id,
    invoiceId: invoice.id,
    ...{ bankReference, paidOn, amountCents, notes },
    reconciledBy: ctx.session.userId,
    reconciledAt: now,
  });
}

/** The invoice and its announced transfer, both locked. */
async function lockTransfer(tx: Tx, invoiceId: string) {
  const [invoice] = await tx.select().from(invoices).where(eq(invoices.id, invoiceId)).for("update");
  if (invoice?.kind !== "invoice" || invoice.number === null) throw notFound("Invoice");
  await refuseReconciled(tx, invoice);
  if (!isUnpaid(invoice.status))
    throw consoleError("invoice.not_open:as_it_is", {
      values: { number: invoice.number, status: invoice.status },
    });
  const [transfer] = await tx
    .select()
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orgId, invoice.orgId),
        eq(paymentAttempts.invoiceId, invoice.id),
        eq(paymentAttempts.method, "bank"),
        eq(paymentAttempts.state, "pending"),
      ),
    )
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(1)
    .for("update");
  if (!transfer) throw consoleError("invoice.no_transfer");
  return { invoice, number: invoice.number, transfer };
}

/** The error names the administrator who was first. */
async function refuseReconciled(tx: Tx, invoice: Invoice): Promise<void> {
  const [known] = await tx
    .select({ email: users.email, bankReference: bankReconciliations.bankReference })
    .from(bankReconciliations)
    .leftJoin(users, eq(users.id, bankReconciliations.reconciledBy))
    .where(and(eq(bankReconciliations.orgId, invoice.orgId), eq(bankReconciliations.invoiceId, invoice.id)));
  if (known)
    throw consoleError("invoice.reconciled", {
      values: {
        value: known.email ?? "Somebody",
        number: invoice.number ?? "",
        bankReference: known.bankReference ?? "none",
      },
    });
}

/** The line of the bank's statement, created when no statement contains it yet: a later one then skips it. */
async function takeLine(
  tx: Tx,
  {
    input,
    amountCents,
    reference,
    now,
  }: { input: Found; amountCents: number; reference: string | null; now: Date },
): Promise<void> {
  const matched = { state: "matched" as const, matchedReference: reference, settledAt: now };
  const [added] = await tx
    .insert(bankStatementLines)
    .values({
      id: newId("bkl", now.getTime()),
      bankReference: input.bankReference,
      bookedOn: input.paidOn,
      amountCents,
      narration: "",
      note: moneyNote("money.entered_manually"),
      createdAt: now,
      ...matched,
    })
    .onConflictDoNothing({ target: bankStatementLines.bankReference })
    .returning({ id: bankStatementLines.id });
  if (added) return;
  await matchLine(tx, input.bankReference, amountCents, matched);
}

/** The line already imported from a statement. */
async function matchLine(
  tx: Tx,
  bankReference: string,
  amountCents: number,
  matched: Pick<typeof bankStatementLines.$inferInsert, "state" | "matchedReference" | "settledAt">,
): Promise<void> {
  const [line] = await tx
    .select()
    .from(bankStatementLines)
    .where(eq(bankStatementLines.bankReference, bankReference))
    .for("update");
  if (line?.state !== "open")
    throw consoleError("bank_reference.taken", {
      fields: { bankReference: m.errors_bank_reference_settled() },
    });
  if (line.amountCents !== amountCents) {
    const both = { stated: formatKes(line.amountCents), invoiced: formatKes(amountCents) };
    throw consoleError("bank_reference.other_amount", {
      values: both,
      fields: { bankReference: m.errors_bank_reference_other_amount(both) },
    });
  }
  await tx
    .update(bankStatementLines)
    .set({ ...matched, note: null })
    .where(eq(bankStatementLines.id, line.id));
}
