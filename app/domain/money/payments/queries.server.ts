import { and, desc, eq, inArray, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { billingAccounts, mpesaReceipts, paymentAttempts } from "#app/db/schema/money/payments.ts";
import { together } from "#app/db/together.server.ts";
import type { Attempt } from "#app/domain/money/attempts/settle.server.ts";
import { paymentMethods, wordsOf } from "#app/domain/money/words.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { promptsOn } from "#app/providers/mpesa/handset.server.ts";
import { checkCardPayment } from "../cards/check.server.ts";
import { newAccountNumber } from "./accountNumbers.ts";

const shown = 30;

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
  return {
    payment: {
      ...{ id, method, state, amountCents, phone, receipt, reference, invoiceId, pageUrl },
      createdAt: payment.createdAt,
    },
    words: wordsOf(payment),
    documentId: state === "paid" ? await documentOf(ctx, payment) : null,
    bankAccount: method === "bank" ? (ctx.config.bankAccount ?? null) : null,
    simulated: ctx.config.demo && (ctx.config.daraja?.simulated ?? false),
  };
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
  const { rows } = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.execute<{ id: string }>(sql`
      select i.id from journal_entries e
      join invoices i on i.org_id = e.org_id and i.source = 'top_up:' || e.id and i.number is not null
      where e.org_id = ${ctx.orgId}
        and e.reference in (${`payment:${payment.id}`}, ${`bank:${payment.receipt}`})`),
  );
  return rows[0]?.id ?? null;
}

/** The latest payment attempts, and M-Pesa receipts. */
const newestOf = (tx: Tx, orgId: OrgId) => ({
  attempts: tx
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orgId, orgId))
    .orderBy(desc(paymentAttempts.id))
    .limit(shown),
  direct: tx
    .select()
    .from(mpesaReceipts)
    .where(eq(mpesaReceipts.orgId, orgId))
    .orderBy(desc(mpesaReceipts.createdAt))
    .limit(shown),
});

/** The latest payments, attempted or received. */
export async function listPayments(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { attempts, direct } = await together(tx, newestOf(tx, ctx.orgId));
    const given = new Set(
      direct.filter(({ state }) => state === "reversed").map(({ attemptId }) => attemptId),
    );
    const rows = [
      ...attempts.map(({ id, method, state, amountCents, receipt, createdAt }) => ({
        id: id as string | null,
        method,
        state: given.has(id) ? ("returned" as const) : state,
        amountCents,
        receipt,
        at: createdAt,
      })),
      ...direct
        .filter(({ attemptId }) => attemptId === null)
        .map(({ receipt, amountCents, createdAt, state }) => ({
          id: null,
          method: "mpesa" as const,
          state: state === "reversed" ? ("returned" as const) : ("paid" as const),
          amountCents,
          receipt,
          at: createdAt,
        })),
    ];
    return { payments: rows.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, shown) };
  });
}

/** The organisation's pending prompts on a simulated phone. */
export async function promptsOnHandset(ctx: OrgContext, phone: string) {
  const { daraja } = ctx.config;
  if (!ctx.config.demo || !daraja?.simulated || !ctx.daraja) return [];
  const waiting = await promptsOn(daraja, phone);
  if (waiting.length === 0) return [];
  const own = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ checkoutRequestId: paymentAttempts.checkoutRequestId })
      .from(paymentAttempts)
      .where(
        and(
          eq(paymentAttempts.orgId, ctx.orgId),
          inArray(
            paymentAttempts.checkoutRequestId,
            waiting.map((one) => one.checkoutRequestId),
          ),
        ),
      ),
  );
  return waiting.filter((one) => own.some((row) => row.checkoutRequestId === one.checkoutRequestId));
}
