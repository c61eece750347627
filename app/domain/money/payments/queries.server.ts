import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { invoices } from "#app/db/schema/money/invoices.ts";
import { journalEntries, ledgerAccounts } from "#app/db/schema/money/ledger.ts";
import {
  billingAccounts,
  type PaymentMethod,
  type PaymentState,
  paymentAttempts,
} from "#app/db/schema/money/payments.ts";
import type { Attempt } from "#app/domain/money/attempts/settle.server.ts";
import { paymentMethods, promptSeconds, wordsOf } from "#app/domain/money/words.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { pageOf } from "#app/platform/pageOf.ts";
import { checkCardPayment } from "../cards/check.server.ts";
import { newAccountNumber } from "./accountNumbers.ts";

const paymentsAPage = 25;

/** Payment methods that are configured here. */
export function methodsOf({ daraja, cards, config }: Pick<OrgContext, "daraja" | "cards" | "config">) {
  const works = {
    mpesa: daraja !== undefined,
    card: cards !== undefined,
    bank: config.bankAccount !== undefined,
  };
  return paymentMethods.filter((method) => works[method]);
}

/**
 * The payment methods, the origin of the card provider's pages, and the paybill with the organisation's
 * account number.
 */
export async function getTopUpOptions(ctx: OrgContext) {
  const methods = methodsOf(ctx);
  const shortcode = ctx.config.daraja?.shortcode;
  const paybill = ctx.daraja && shortcode ? { shortcode, accountNumber: await accountNumberOf(ctx) } : null;
  return { methods, paybill, cardPages: ctx.cards?.pageOrigin ?? null };
}

/** Created on first use, and never changed. */
async function accountNumberOf(ctx: OrgContext): Promise<string> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const ofOrg = eq(billingAccounts.orgId, ctx.orgId);
    const find = () =>
      tx.select({ number: billingAccounts.accountNumber }).from(billingAccounts).where(ofOrg);
    for (;;) {
      const [known] = await find();
      if (known) return known.number;
      // Does nothing when another organisation has this number, or this one got one concurrently.
      await tx
        .insert(billingAccounts)
        .values({
          orgId: ctx.orgId,
          accountNumber: newAccountNumber("organisation"),
          createdAt: ctx.clock.now(),
        })
        .onConflictDoNothing();
    }
  });
}

/** The shortest time between two queries of the card provider by a page that waits. */
const patienceMs = 4000;

/**
 * One payment with its texts, and its document if there is one. The provider is queried about a pending card
 * payment.
 */
export async function getPayment(ctx: OrgContext, paymentId: string) {
  let payment = await readPayment(ctx, paymentId);
  const checkedAt = payment.checkedAt?.getTime() ?? 0;
  if (
    payment.method === "card" &&
    payment.state === "pending" &&
    ctx.clock.now().getTime() - checkedAt >= patienceMs
  ) {
    await checkCardPayment(ctx, paymentId);
    payment = await readPayment(ctx, paymentId);
  }
  const { id, method, state, amountCents, phone, receipt, reference, invoiceId, pageUrl } = payment;
  const documentId = state === "paid" ? await documentOf(ctx, payment) : null;
  return {
    payment: {
      ...{ id, method, state, amountCents, phone, receipt, reference, invoiceId, pageUrl },
      createdAt: payment.createdAt,
    },
    words: wordsOf(payment),
    documentId,
    /** Names what the page shows: another mark means that it has changed. */
    mark: `${state} ${documentId}`,
    balanceCents: state === "paid" && invoiceId === null ? await walletCents(ctx) : null,
    promptSecondsLeft: promptSecondsLeft(payment, ctx.clock.now()),
    bankAccount: method === "bank" ? (ctx.config.bankAccount ?? null) : null,
    simulated: ctx.config.demo && (ctx.config.daraja?.simulated ?? false),
  };
}

/**
 * The mark of a payment for the page that waits for it. Only a card payment changes by time: its provider is
 * queried.
 */
export async function paymentMark(ctx: OrgContext, paymentId: string) {
  const { mark, payment } = await getPayment(ctx, paymentId);
  const isQueried = payment.method === "card" && payment.state === "pending";
  return { mark, changesInMs: isQueried ? patienceMs : null };
}

/** How long the prompt is still on the phone; null unless it waits there. */
function promptSecondsLeft({ method, state, createdAt }: Attempt, now: Date): number | null {
  if (method !== "mpesa" || state !== "pending") return null;
  return Math.max(0, Math.ceil(promptSeconds - (now.getTime() - createdAt.getTime()) / 1000));
}

async function walletCents(ctx: OrgContext): Promise<number> {
  const [wallet] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ cents: ledgerAccounts.balanceCents })
      .from(ledgerAccounts)
      .where(and(eq(ledgerAccounts.orgId, ctx.orgId), eq(ledgerAccounts.name, "wallet"))),
  );
  return wallet?.cents ?? 0;
}

async function readPayment(ctx: OrgContext, paymentId: string): Promise<Attempt> {
  const [payment] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select()
      .from(paymentAttempts)
      .where(and(eq(paymentAttempts.orgId, ctx.orgId), eq(paymentAttempts.id, paymentId))),
  );
  if (!payment) throw notFound("Payment");
  return payment;
}

/** The receipt of a top-up, issued soon after it, or the paid invoice. */
async function documentOf(ctx: OrgContext, payment: Attempt): Promise<string | null> {
  if (payment.invoiceId) return payment.invoiceId;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const entries = await tx
      .select({ id: journalEntries.id })
      .from(journalEntries)
      .where(
        and(
          eq(journalEntries.orgId, ctx.orgId),
          inArray(journalEntries.reference, [`payment:${payment.id}`, `bank:${payment.receipt}`]),
        ),
      );
    if (entries.length === 0) return null;
    const sources = entries.map(({ id }) => `top_up:${id}`);
    const [receipt] = await tx
      .select({ id: invoices.id })
      .from(invoices)
      .where(
        and(eq(invoices.orgId, ctx.orgId), inArray(invoices.source, sources), isNotNull(invoices.number)),
      );
    return receipt?.id ?? null;
  });
}

/** Payment attempts, and payments at the paybill without one: their id is null. */
const paymentsOf = (orgId: OrgId) => sql`
  select id, method, case when exists (select 1 from mpesa_receipts r
      where r.org_id = ${orgId} and r.attempt_id = a.id and r.state = 'reversed') then 'returned' else state end as state,
    amount_cents as "amountCents", receipt, created_at as at
  from payment_attempts a where org_id = ${orgId}
  union all
  select null, 'mpesa', case when state = 'reversed' then 'returned' else 'paid' end,
    amount_cents, receipt, created_at
  from mpesa_receipts where org_id = ${orgId} and attempt_id is null`;

interface ListedPayment extends Record<string, unknown> {
  /** Null for a payment at the paybill, without a request of ours. */
  id: string | null;
  method: PaymentMethod;
  state: PaymentState | "returned";
  amountCents: number;
  receipt: string | null;
  at: string;
}

/** A page of the payments, attempted or received, newest first. */
export async function listPayments({ ctx, input }: Call<{ page: number }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { rows: counted } = await tx.execute<{ total: number }>(
      sql`select count(*)::int as total from (${paymentsOf(ctx.orgId)}) as p`,
    );
    const { offset, ...place } = pageOf(counted[0]?.total ?? 0, input.page, paymentsAPage);
    const { rows } = await tx.execute<ListedPayment>(sql`
      select * from (${paymentsOf(ctx.orgId)}) as p
      order by at desc, receipt limit ${paymentsAPage} offset ${offset}`);
    return { payments: rows.map((row) => ({ ...row, at: new Date(row.at) })), ...place };
  });
}
