import { and, desc, eq, inArray, like, lte, or } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { journalEntries, platformBook, postings } from "#app/db/schema/money/ledger.ts";
import { mpesaReceipts, mpesaReversals } from "#app/db/schema/money/payments.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { resultUrls } from "#app/domain/money/mpesa/addresses.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Actor, type Services, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { DarajaError } from "#app/platform/gates/daraja.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { bookEntry } from "../book.server.ts";
import { paymentReversing } from "../events.ts";
import { lockLedger } from "../lock.server.ts";
import { failReversal, type Reversal } from "./reversalResults.server.ts";

type Receipt = typeof mpesaReceipts.$inferSelect;
const askAgainMs = 15 * 60_000;

/**
 * Staff: refunds a mistaken payment to its payer through M-Pesa. The money leaves the wallet, or suspense,
 * before M-Pesa is called; a refusal returns it. A lost response is retried: M-Pesa reverses a receipt only
 * once. @throws DomainError `payment.not_found`, `reversal.unavailable` (503), `reversal.not_possible` (409),
 * `wallet.too_little` (402).
 */
export async function reversePayment({
  services,
  actor,
  input,
}: {
  services: Services;
  actor: Actor;
  input: { receipt: string; reason: string };
}): Promise<{ reversalId: string }> {
  const { daraja, config } = services;
  if (!daraja || !config.daraja?.initiatorPassword) throw moneyError("reversal.unavailable");
  const reversal = await services.db.withSystem((tx) => setAside(tx, services, actor, input));
  await ask(services, reversal);
  return { reversalId: reversal.id };
}

async function setAside(
  tx: Tx,
  services: Services,
  actor: Actor,
  { receipt: code, reason }: { receipt: string; reason: string },
): Promise<Reversal> {
  const now = services.clock.now();
  const receipt = await returnableReceipt(tx, code);
  const isOwned = receipt.state !== "suspense";
  const orgId = isOwned ? receipt.orgId! : platformBook;
  if (isOwned) await lockLedger(tx, orgId);
  const of = isOwned ? await entryInWallet(tx, receipt) : undefined;
  const { amountCents } = receipt;
  const fromAccount = isOwned ? ("wallet" as const) : ("suspense" as const);
  const [reversal] = await tx
    .insert(mpesaReversals)
    .values({
      ...{ orgId, id: newId("rev", now.getTime()), receipt: code, amountCents, fromAccount, reason },
      requestedBy: userOf(actor),
      nextCheckAt: new Date(now.getTime() + askAgainMs),
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  await bookWayOut(tx, reversal!, of);
  await tx
    .update(mpesaReceipts)
    .set({ state: "reversed", note: reason })
    .where(eq(mpesaReceipts.receipt, code));
  await record(tx, { orgId, actor, clock: services.clock }, paymentReversing, {
    subject: reversal!.id,
    data: { amountCents, receipt: code, because: reason },
  });
  return reversal!;
}

async function returnableReceipt(tx: Tx, code: string): Promise<Receipt> {
  const [receipt] = await tx
    .select()
    .from(mpesaReceipts)
    .where(eq(mpesaReceipts.receipt, code))
    .for("update");
  if (!receipt) throw notFound("Payment");
  if (receipt.state === "unconfirmed") throw notFound("Payment");
  if (receipt.state === "reversed") throw notPossible(m.errors_refund_done_already());
  if (receipt.amountCents % 100 !== 0) throw notPossible(m.errors_refund_whole_shillings());
  return receipt;
}

/** Debits the wallet or suspense before M-Pesa is called. */
async function bookWayOut(tx: Tx, reversal: Reversal, of: string | undefined): Promise<void> {
  const { orgId, id, receipt, reason, amountCents, fromAccount, createdAt } = reversal;
  const isOwned = fromAccount === "wallet";
  await bookEntry(tx, {
    orgId,
    kind: "reversal",
    about: { code: "payment.reversing", receipt, because: reason, ...(of ? { of } : {}) },
    reference: `reversal:${id}`,
    postings: { [fromAccount]: -amountCents, ...(isOwned ? {} : { paid_out: amountCents }) },
    ...(isOwned ? { platformPostings: { paid_out: amountCents } } : {}),
    at: createdAt,
  });
}

/**
 * The entry that credited the wallet with a receipt. @throws DomainError `reversal.not_possible` when it paid
 * an invoice, which is credited there first.
 */
async function entryInWallet(tx: Tx, receipt: Receipt): Promise<string> {
  const orgId = receipt.orgId as OrgId;
  const [entry] = await tx
    .select({ id: journalEntries.id, cents: postings.amountCents })
    .from(journalEntries)
    .innerJoin(postings, and(eq(postings.orgId, orgId), eq(postings.entryId, journalEntries.id)))
    .where(
      and(
        eq(journalEntries.orgId, orgId),
        or(
          eq(journalEntries.reference, `payment:${receipt.attemptId}`),
          like(journalEntries.reference, `mpesa:${receipt.receipt}%`),
        ),
        eq(postings.account, "wallet"),
      ),
    )
    .orderBy(desc(journalEntries.createdAt))
    .limit(1);
  if (entry?.cents !== receipt.amountCents) throw notPossible(m.errors_refund_paid_invoice());
  return entry.id;
}

const notPossible = (why: string) => moneyError("reversal.not_possible", { values: { said: why } });

const ofReversal = ({ orgId, id }: Pick<Reversal, "orgId" | "id">) =>
  and(eq(mpesaReversals.orgId, orgId), eq(mpesaReversals.id, id));

/**
 * Calls M-Pesa. An immediate refusal means that nothing was started, unless an earlier call may have
 * succeeded.
 */
async function ask(services: Services, reversal: Reversal): Promise<void> {
  const { daraja, config } = services;
  const { receipt, amountCents, reason, id, orgId } = reversal;
  try {
    const { conversationId } = await daraja!.reverse(
      { receipt, amountKes: amountCents / 100, remarks: reason.slice(0, 100), ...resultUrls(config, id) },
      orgId,
    );
    await services.db.withSystem((tx) =>
      tx.update(mpesaReversals).set({ conversationId }).where(ofReversal(reversal)),
    );
  } catch (error) {
    const isRefused = error instanceof DarajaError && reversal.state === "pending";
    await services.db.withSystem(async (tx) => {
      const [open] = await tx.select().from(mpesaReversals).where(ofReversal(reversal)).for("update");
      if (open?.state !== "pending") return;
      if (isRefused)
        await failReversal(tx, services, open, { resultCode: error.errorCode, resultDesc: error.message });
      else await tx.update(mpesaReversals).set({ state: "unknown" }).where(ofReversal(reversal));
    });
  }
}

/** Retries reversals without a result, which M-Pesa does not repeat. */
export async function sweepReversals(services: Services): Promise<number> {
  const { daraja, config, clock } = services;
  if (!daraja || !config.daraja?.initiatorPassword) return 0;
  const now = clock.now();
  const due = await services.db.withSystem((tx) =>
    tx
      .update(mpesaReversals)
      .set({ state: "unknown", nextCheckAt: new Date(now.getTime() + askAgainMs) })
      .where(and(inArray(mpesaReversals.state, ["pending", "unknown"]), lte(mpesaReversals.nextCheckAt, now)))
      .returning(),
  );
  for (const reversal of due) await ask(services, reversal);
  return due.length;
}
