import { eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { platformBook } from "#app/db/schema/money/ledger.ts";
import { billingAccounts, mpesaReceipts, paymentAttempts } from "#app/db/schema/money/payments.ts";
import { type Attempt, settleAttempt } from "#app/domain/money/attempts/settle.server.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { paymentsActor, type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { bookEntry } from "../book.server.ts";
import { moneyNote } from "../notes.ts";
import { isAccountNumber, readAccountNumber } from "./accountNumbers.ts";

/** A payment at the paybill, whatever its source. */
export interface Received {
  receipt: string;
  amountCents: number;
  paidAt: Date;
  /** Masked phone number. */
  payer: string;
  /** As typed, or a prompt's reference. */
  account: string;
}

export type Outcome = "credited" | "known" | "suspense" | "review";

/** The owner of a paybill account: a prompt's attempt or an organisation; undefined without one. */
export async function ownerOf(
  tx: Tx,
  typed: string,
): Promise<{ attempt?: Attempt; orgId: OrgId } | undefined> {
  const number = readAccountNumber(typed);
  if (!isAccountNumber(number)) return undefined;
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.reference, number))
    .for("update");
  if (attempt) return { attempt, orgId: attempt.orgId };
  const [account] = await tx
    .select({ orgId: billingAccounts.orgId })
    .from(billingAccounts)
    .where(eq(billingAccounts.accountNumber, number));
  return account;
}

/**
 * Credits a paybill payment to the attempt or organisation of its account, else to suspense. A receipt counts
 * once, whether a prompt's callback, the confirmation or the pull reports it first. `isConfirmed`: M-Pesa
 * itself confirms it, which also releases a held receipt. `prompted`: the attempt whose callback it is.
 */
export async function matchReceipt(
  tx: Tx,
  services: Services,
  received: Received,
  { prompted, isConfirmed = true }: { prompted?: Attempt; isConfirmed?: boolean } = {},
): Promise<Outcome> {
  const owner = prompted ? { attempt: prompted, orgId: prompted.orgId } : await ownerOf(tx, received.account);
  const isOfAttempt = owner?.attempt !== undefined && belongs(owner.attempt, received);
  const isNew = await storeReceipt(tx, services, isConfirmed, {
    ...received,
    orgId: owner?.orgId ?? null,
    attemptId: isOfAttempt ? owner.attempt!.id : null,
    state: owner ? "credited" : "suspense",
    note: null,
  });
  if (!isNew) return meetKnown(tx, services, received, prompted);
  if (owner && isOfAttempt) {
    await settleAttempt(tx, services, owner.attempt!, received.receipt);
    return "credited";
  }
  const { receipt, amountCents } = received;
  const reference = `mpesa:${receipt}`;
  if (owner) {
    await creditPayment(
      tx,
      { ...systemContext(services, owner.orgId, "take-paybill"), actor: paymentsActor },
      {
        ...{ method: "mpesa", invoiceId: null, paymentId: null },
        ...{ reference, amountCents, receipt },
      },
    );
    return "credited";
  }
  await bookSuspense(tx, services, received);
  return "suspense";
}

/** Stores a receipt, or confirms a held one. Returns false for a known one. */
async function storeReceipt(
  tx: Tx,
  { clock }: Services,
  isConfirmed: boolean,
  row: Omit<typeof mpesaReceipts.$inferInsert, "createdAt">,
): Promise<boolean> {
  const stored = await tx
    .insert(mpesaReceipts)
    .values({ ...row, createdAt: clock.now() })
    .onConflictDoUpdate({
      target: mpesaReceipts.receipt,
      set: row,
      setWhere: isConfirmed ? eq(mpesaReceipts.state, "unconfirmed") : sql`false`,
    })
    .returning({ receipt: mpesaReceipts.receipt });
  return stored.length > 0;
}

const bookSuspense = (tx: Tx, services: Pick<Services, "clock">, { receipt, amountCents }: Received) =>
  bookEntry(tx, {
    orgId: platformBook,
    kind: "suspense",
    about: { code: "payment.unassigned", receipt },
    reference: `mpesa:${receipt}`,
    postings: { mpesa_clearing: -amountCents, suspense: amountCents },
    at: services.clock.now(),
  });

/** Puts a payment into suspense, even if its account is known: staff assign it, or its payer claims it. */
export async function suspendReceipt(
  tx: Tx,
  services: Pick<Services, "clock">,
  received: Received,
  note: string,
): Promise<Outcome> {
  const [fresh] = await tx
    .insert(mpesaReceipts)
    .values({ ...received, orgId: null, state: "suspense", note, createdAt: services.clock.now() })
    .onConflictDoNothing()
    .returning({ receipt: mpesaReceipts.receipt });
  if (!fresh) return "known";
  await bookSuspense(tx, services, received);
  return "suspense";
}

/** Whether the money is the attempt's; a second payment with its reference is credited to the organisation. */
const belongs = (attempt: Attempt, { amountCents, receipt }: Received) =>
  attempt.amountCents === amountCents &&
  (attempt.state !== "paid" || attempt.receipt === null || attempt.receipt === receipt);

/** A known receipt: only a prompt's own callback can add something. */
async function meetKnown(
  tx: Tx,
  services: Services,
  { receipt, amountCents }: Received,
  prompted: Attempt | undefined,
): Promise<Outcome> {
  if (!prompted) return "known";
  const [known] = await tx
    .select()
    .from(mpesaReceipts)
    .where(eq(mpesaReceipts.receipt, receipt))
    .for("update");
  if (known?.attemptId === prompted.id) return "known";
  if (known?.state !== "suspense" || known.amountCents !== amountCents || prompted.state === "paid")
    return "review";
  await tx
    .update(mpesaReceipts)
    .set({
      state: "claimed",
      orgId: prompted.orgId,
      attemptId: prompted.id,
      note: moneyNote("money.own_callback"),
    })
    .where(eq(mpesaReceipts.receipt, receipt));
  // Returned from suspense, so that the attempt's entry is booked like any other.
  await bookEntry(tx, {
    orgId: platformBook,
    kind: "claim",
    about: { code: "payment.found", receipt },
    reference: `found:${receipt}`,
    postings: { suspense: -amountCents, mpesa_clearing: amountCents },
    at: services.clock.now(),
  });
  await settleAttempt(tx, services, prompted, receipt);
  return "credited";
}
