import { and, eq, inArray, ne, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type PaymentMethod, paymentAttempts } from "#app/db/schema/money/payments.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import type { Attempt } from "#app/domain/money/attempts/settle.server.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { methodNames } from "#app/domain/money/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import { newReference } from "../bank/references.ts";
import { openCardPage } from "../cards/openPage.server.ts";
import { nextCheckAfter } from "../cards/sweepTimes.ts";
import { paymentStarted } from "../events.ts";
import { requireOpenInvoice } from "../invoices/requireOpen.server.ts";
import { newAccountNumber } from "./accountNumbers.ts";
import { methodsOf } from "./queries.server.ts";
import type { NewPayment } from "./schemas.ts";
import { pushPrompt } from "./stkPush.server.ts";
import { firstCheckAt } from "./sweep.server.ts";

/** M-Pesa's largest payment. */
const mpesaMaxCents = 250_000_00;

/**
 * Starts a payment to the wallet or of an invoice. The attempt is stored before a payment service is called;
 * its result is reported later. A second call with the same key returns the first attempt. A card is paid on
 * the page of `pageUrl`. @throws DomainError `payment.unavailable` (503), `payment.prompt_open` (409) while
 * one is pending on that phone, `payment.too_much` (400), `invoice.not_found`, `invoice.not_open`,
 * `card.refused`, `card.unavailable`.
 */
export async function startPayment({
  ctx,
  input,
}: Call<NewPayment>): Promise<{ paymentId: string; pageUrl: string | null }> {
  if (!methodsOf(ctx).includes(input.method))
    throw moneyError("payment.unavailable", { values: { value: methodNames[input.method] } });
  const { attempt, isNew } = await createAttempt(ctx, input);
  if (isNew && input.method === "mpesa") await pushPrompt(ctx, ctx.daraja!, attempt);
  const pageUrl = input.method === "card" ? await openCardPage(ctx, attempt) : null;
  return { paymentId: attempt.id, pageUrl };
}

async function createAttempt(ctx: OrgContext, input: NewPayment) {
  try {
    return await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const known = await byKey(tx, ctx, input.key);
      if (known) return { attempt: known, isNew: false };
      const attempt = await insertAttempt(tx, ctx, input);
      return attempt
        ? { attempt, isNew: true }
        : { attempt: (await byKey(tx, ctx, input.key))!, isNew: false };
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw moneyError("payment.prompt_open", {
      fields: { phone: m.errors_payment_prompt_open_field() },
    });
  }
}

/** Undefined when the same key was inserted concurrently. */
async function insertAttempt(tx: Tx, ctx: OrgContext, input: NewPayment): Promise<Attempt | undefined> {
  const now = ctx.clock.now();
  const { method } = input;
  const invoice = input.invoiceId ? await requireOpenInvoice(tx, ctx, input.invoiceId) : undefined;
  if (invoice && method === "mpesa") await refuseSecondPrompt(tx, ctx, invoice.id, input.key);
  const amountCents = amountOf(method, invoice ? invoice.openCents : input.amountKes! * 100);
  const id = newId("pay", now.getTime());
  const [attempt] = await tx
    .insert(paymentAttempts)
    .values({
      orgId: ctx.orgId,
      ...{ id, method, amountCents },
      invoiceId: invoice?.id ?? null,
      key: input.key,
      phone: method === "mpesa" ? input.phone! : null,
      reference: referenceOf(method, id),
      requestedBy: userOf(ctx.actor),
      nextCheckAt: nextCheckOf(method, now),
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing({ target: [paymentAttempts.orgId, paymentAttempts.key] })
    .returning();
  if (attempt)
    await record(tx, ctx, paymentStarted, {
      subject: id,
      data: { amountCents, method, invoiceNumber: invoice?.number ?? null },
    });
  return attempt;
}

/** One prompt at a time for an invoice: a second payer waits for the result of the first. */
async function refuseSecondPrompt(tx: Tx, ctx: OrgContext, invoiceId: string, key: string): Promise<void> {
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`prompt:${ctx.orgId}:${invoiceId}`}, 0))`,
  );
  const [open] = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orgId, ctx.orgId),
        eq(paymentAttempts.invoiceId, invoiceId),
        eq(paymentAttempts.method, "mpesa"),
        ne(paymentAttempts.key, key),
        inArray(paymentAttempts.state, ["pending", "unknown"]),
      ),
    )
    .limit(1);
  if (open) throw moneyError("payment.prompt_open:invoice");
}

/** M-Pesa takes whole shillings: the rounding goes to the wallet. */
function amountOf(method: PaymentMethod, cents: number): number {
  if (method !== "mpesa") return cents;
  if (cents > mpesaMaxCents)
    throw moneyError("payment.too_much", {
      values: { mpesaMaxCents: formatKes(mpesaMaxCents) },
      fields: { method: m.errors_payment_too_much_field() },
    });
  return Math.ceil(cents / 100) * 100;
}

function referenceOf(method: PaymentMethod, id: string): string {
  if (method === "mpesa") return newAccountNumber("attempt");
  // The card provider accepts only letters, digits, - . and =.
  return method === "card" ? id.replace("_", "-") : newReference();
}

/** The time of the first status query; bank transfers arrive by statement. */
function nextCheckOf(method: PaymentMethod, now: Date): Date | null {
  if (method === "mpesa") return firstCheckAt(now);
  return method === "card" ? nextCheckAfter(now, 0) : null;
}

async function byKey(tx: Tx, ctx: OrgContext, key: string): Promise<Attempt | undefined> {
  const [attempt] = await tx
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orgId, ctx.orgId), eq(paymentAttempts.key, key)));
  return attempt;
}
