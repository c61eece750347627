import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import {
  type MatchedBy,
  type paymentPrompts,
  paymentRequests,
  tillPayments,
} from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { bookEntry } from "#app/domain/money/book.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { numbersNear } from "#app/domain/sales/accounts/closest.ts";
import { contactOfAccount } from "#app/domain/sales/accounts/find.server.ts";
import { tillPaymentMatched, tillPaymentReceived } from "#app/domain/sales/events.ts";
import { askCustomersJob, sendPaymentReceiptJob } from "#app/domain/sales/jobs.ts";
import { personOf } from "#app/domain/sales/requests/facts.server.ts";
import type { Till } from "#app/domain/sales/tills/keys.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { allocate } from "./allocate.server.ts";

export type TillPayment = typeof tillPayments.$inferSelect;
export type Prompt = typeof paymentPrompts.$inferSelect;

/** A payment to a till, whatever reported it. */
export interface ReceivedAtTill {
  receipt: string;
  amountCents: number;
  paidAt: Date;
  /** As typed, or a prompt's reference. */
  account: string;
  payer: string;
  payerName: string;
  reportedBy: TillPayment["reportedBy"];
}

export type StoreOutcome = "matched" | "unmatched" | "unconfirmed" | "known";

interface Owner {
  contactId: string | null;
  matchedBy: MatchedBy;
  requestId?: string;
}

/**
 * Stores a payment to a till once, books it, and gives it to its customer's requests. `prompt`: the prompt whose
 * payment it is. `isConfirmed`: M-Pesa itself reports it (its callback of our prompt, the pull, a query); else a
 * large amount waits, since a confirmation's address can become known.
 */
export async function storePayment(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  received: ReceivedAtTill,
  { prompt, isConfirmed }: { prompt?: Prompt | undefined; isConfirmed: boolean },
): Promise<StoreOutcome> {
  const owner = await ownerOf(tx, ctx, till, received, prompt);
  const state = stateOf(owner, isConfirmed);
  const now = ctx.clock.now();
  const [payment] = await tx
    .insert(tillPayments)
    .values({
      ...received,
      orgId: ctx.orgId,
      id: newId("tpy", now.getTime()),
      tillId: till.id,
      state,
      contactId: owner?.contactId ?? null,
      matchedBy: owner?.matchedBy ?? null,
      createdAt: now,
    })
    .onConflictDoNothing({ target: [tillPayments.orgId, tillPayments.tillId, tillPayments.receipt] })
    .returning();
  if (!payment) return meetKnown(tx, ctx, till, received, { owner, isConfirmed });
  if (state === "unconfirmed") return state;
  await settle(tx, ctx, till, payment, owner);
  return state;
}

const stateOf = (owner: Owner | undefined, isConfirmed: boolean) => {
  if (!isConfirmed) return "unconfirmed" as const;
  return owner ? ("matched" as const) : ("unmatched" as const);
};

async function ownerOf(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  { account }: ReceivedAtTill,
  prompt: Prompt | undefined,
): Promise<Owner | undefined> {
  if (prompt) {
    const [request] = await tx
      .select({ contactId: paymentRequests.contactId })
      .from(paymentRequests)
      .where(and(eq(paymentRequests.orgId, ctx.orgId), eq(paymentRequests.id, prompt.requestId)));
    return { contactId: request?.contactId ?? null, matchedBy: "prompt", requestId: prompt.requestId };
  }
  const contactId = await contactOfAccount(tx, ctx.orgId, { tillId: till.id, typed: account });
  return contactId === undefined ? undefined : { contactId, matchedBy: "account" };
}

/** A receipt reported again: what confirms it books it, and a prompt's callback names its customer. */
async function meetKnown(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  { receipt, amountCents }: ReceivedAtTill,
  { owner, isConfirmed }: { owner: Owner | undefined; isConfirmed: boolean },
): Promise<StoreOutcome> {
  const [known] = await tx
    .select()
    .from(tillPayments)
    .where(
      and(
        eq(tillPayments.orgId, ctx.orgId),
        eq(tillPayments.tillId, till.id),
        eq(tillPayments.receipt, receipt),
      ),
    )
    .for("update");
  if (!known || known.amountCents !== amountCents) {
    ctx.log.error({ receipt, tillId: till.id }, "M-Pesa has another amount for this receipt");
    return "known";
  }
  if (known.state === "unconfirmed" && isConfirmed) {
    const state = owner ? "matched" : "unmatched";
    const confirmed = { ...known, state, ...namesOf(owner) } as const;
    await update(tx, ctx, known, { state, ...namesOf(owner) });
    await settle(tx, ctx, till, confirmed, owner);
    return state;
  }
  if (known.state === "unmatched" && owner) {
    await matchPayment(tx, ctx, till, known, owner);
    return "matched";
  }
  return "known";
}

const namesOf = (owner: Owner | undefined) => ({
  contactId: owner?.contactId ?? null,
  matchedBy: owner?.matchedBy ?? null,
});

const update = (tx: Tx, ctx: OrgContext, { id }: TillPayment, change: Partial<TillPayment>) =>
  tx
    .update(tillPayments)
    .set({ ...change, updatedAt: ctx.clock.now() })
    .where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, id)));

/** Gives an unmatched payment, which is locked, to a customer. */
export async function matchPayment(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  payment: TillPayment,
  owner: Owner & { byUserId?: string | null },
): Promise<void> {
  const change = { state: "matched", ...namesOf(owner), matchedByUserId: owner.byUserId ?? null } as const;
  await update(tx, ctx, payment, change);
  await bookEntry(tx, {
    orgId: ctx.orgId,
    kind: "match",
    about: { code: "till.matched", receipt: payment.receipt },
    reference: `till-match:${payment.id}`,
    postings: { suspense: -payment.amountCents, collected: payment.amountCents },
    at: ctx.clock.now(),
  });
  await allocate(tx, ctx, { ...payment, ...change }, owner.requestId);
  await sendReceipt(tx, ctx, till, payment);
  notifyPages(tx, ctx.orgId, "payments");
}

/** Records that a payment without a customer got one. */
export async function recordMatched(
  tx: Tx,
  ctx: OrgContext,
  { id: subject, amountCents, receipt }: TillPayment,
  contactId: string,
): Promise<void> {
  const data = { ...(await personOf(tx, ctx, contactId)), amountCents, receipt };
  await record(tx, ctx, tillPaymentMatched, { subject, data });
}

/** Books a new payment, records it and gives it to its customer's requests. */
async function settle(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  payment: TillPayment,
  owner: Owner | undefined,
): Promise<void> {
  const { amountCents, receipt } = payment;
  await bookEntry(tx, {
    orgId: ctx.orgId,
    kind: "collection",
    about: { code: "till.received", receipt, till: till.number },
    reference: `till:${till.id}:${receipt}`,
    postings: { till: -amountCents, [owner ? "collected" : "suspense"]: amountCents },
    at: ctx.clock.now(),
  });
  await tx
    .update(tills)
    .set({ lastPaymentAt: payment.paidAt })
    .where(and(eq(tills.orgId, ctx.orgId), eq(tills.id, till.id)));
  await record(tx, ctx, tillPaymentReceived, {
    subject: payment.id,
    data: {
      ...(await personOf(tx, ctx, payment.contactId)),
      amountCents,
      account: payment.account,
      receipt,
      till: till.number,
    },
  });
  notifyPages(tx, ctx.orgId, "payments");
  if (!owner) {
    if (till.asksCustomers && numbersNear(payment.account).length > 0)
      await ctx.jobs.enqueue(askCustomersJob, { orgId: ctx.orgId, paymentId: payment.id }, { tx });
    return;
  }
  await allocate(tx, ctx, payment, owner.requestId);
  await sendReceipt(tx, ctx, till, payment);
}

async function sendReceipt(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  { id, contactId }: TillPayment,
): Promise<void> {
  if (!till.sendsReceipts || contactId === null) return;
  await ctx.jobs.enqueue(sendPaymentReceiptJob, { orgId: ctx.orgId, paymentId: id }, { tx });
}
