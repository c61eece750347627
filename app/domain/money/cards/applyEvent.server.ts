import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { journalEntries, ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import { cardEvents, paymentAttempts } from "#app/db/schema/money/payments.ts";
import { type Attempt, ofAttempt } from "#app/domain/money/attempts/settle.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, paymentsActor, type Services, systemContext } from "#app/platform/context.ts";
import { bookEntry } from "../book.server.ts";
import { paymentReturned } from "../events.ts";
import { lockLedger } from "../lock.server.ts";

const details = z.object({
  data: z.object({
    amount: z.coerce.number().int().nonnegative().optional(),
    refund_amount: z.coerce.number().int().nonnegative().optional(),
    resolution: z.string().optional(),
  }),
});

/**
 * Books a dispute or refund of a paid card payment. A dispute takes the money back while it is open, and
 * returns it when we win; a refund takes it when it is processed, and returns it when it fails. Idempotent.
 */
export async function applyCardEvent(services: Services, key: string): Promise<void> {
  await services.db.withSystem(async (tx) => {
    const [event] = await tx
      .update(cardEvents)
      .set({ appliedAt: services.clock.now() })
      .where(and(eq(cardEvents.key, key), isNull(cardEvents.appliedAt)))
      .returning();
    if (!event) return;
    const [payment] = await tx
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.method, "card"), eq(paymentAttempts.reference, event.reference)))
      .for("update");
    if (payment?.state !== "paid") return;
    const ctx = { ...systemContext(services, payment.orgId, "apply-card-event"), actor: paymentsActor };
    const { data } = details.parse(event.payload);
    const amountCents = data.refund_amount ?? data.amount ?? payment.amountCents;
    const reference = `card-event:${key}`;
    if (event.event === "charge.dispute.create" || event.event === "refund.processed")
      await takeBack(tx, ctx, payment, {
        amountCents,
        reference,
        isDispute: event.event !== "refund.processed",
      });
    const isWon = event.event === "charge.dispute.resolve" && data.resolution === "declined";
    if (isWon || event.event === "refund.failed")
      await giveAgain(tx, ctx, payment, { amountCents, reference });
  });
}

interface Movement {
  amountCents: number;
  reference: string;
}

/** Debits the wallet as far as it has money; the rest is our loss. */
async function takeBack(
  tx: Tx,
  ctx: OrgContext,
  payment: Attempt,
  { amountCents, reference, isDispute }: Movement & { isDispute: boolean },
): Promise<void> {
  const amount = Math.min(amountCents, payment.amountCents - payment.returnedCents);
  if (amount <= 0) return;
  await lockLedger(tx, ctx.orgId);
  const [wallet] = await tx
    .select({ cents: ledgerAccounts.balanceCents })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.orgId, ctx.orgId), eq(ledgerAccounts.name, "wallet")));
  const fromWallet = payment.invoiceId ? 0 : Math.min(amount, wallet?.cents ?? 0);
  const how = isDispute ? "disputed" : "refunded";
  await bookEntry(tx, {
    orgId: ctx.orgId,
    kind: "refund",
    about: { code: `payment.${how}`, ...(await entryOf(tx, payment)) },
    reference,
    postings: { wallet: -fromWallet, revenue: fromWallet - amount },
    platformPostings: { card_clearing: amount },
    at: ctx.clock.now(),
  });
  await noteReturn(tx, ctx, payment, amount, how);
}

/** The entry that booked the payment: its unspent rest is debited first. */
async function entryOf(tx: Tx, payment: Attempt): Promise<{ of?: string }> {
  const [entry] = await tx
    .select({ id: journalEntries.id })
    .from(journalEntries)
    .where(
      and(eq(journalEntries.orgId, payment.orgId), eq(journalEntries.reference, `payment:${payment.id}`)),
    );
  return entry ? { of: entry.id } : {};
}

/** Credits the wallet again after a dispute that we won or a refund that failed. */
async function giveAgain(
  tx: Tx,
  ctx: OrgContext,
  payment: Attempt,
  { amountCents, reference }: Movement,
): Promise<void> {
  const amount = Math.min(amountCents, payment.returnedCents);
  if (amount <= 0) return;
  await bookEntry(tx, {
    orgId: ctx.orgId,
    kind: "refund",
    about: { code: "payment.kept" },
    reference,
    postings: payment.invoiceId ? { revenue: amount } : { wallet: amount },
    platformPostings: { card_clearing: -amount },
    at: ctx.clock.now(),
  });
  await noteReturn(tx, ctx, payment, -amount, "kept");
}

async function noteReturn(
  tx: Tx,
  ctx: OrgContext,
  payment: Attempt,
  cents: number,
  how: "refunded" | "disputed" | "kept",
) {
  await tx
    .update(paymentAttempts)
    .set({ returnedCents: sql`${paymentAttempts.returnedCents} + ${cents}` })
    .where(ofAttempt(payment));
  await record(tx, ctx, paymentReturned, {
    subject: payment.id,
    data: { amountCents: Math.abs(cents), how },
  });
}
