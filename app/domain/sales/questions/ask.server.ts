import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentQuestions } from "#app/db/schema/sales/matching.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import { customersNear } from "#app/domain/sales/accounts/closest.server.ts";
import { endPaymentQuestionsJob } from "#app/domain/sales/jobs.ts";
import { lockPayment } from "#app/domain/sales/payments/lockPayment.server.ts";
import type { TillPayment } from "#app/domain/sales/payments/store.server.ts";
import { lastConversation, localeOf } from "#app/domain/sales/requests/inConversation.server.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { longMinute } from "#app/platform/time/dayWords.ts";
import { m } from "#messages";
import { questionButtons } from "./tap.ts";

const answersWithinMs = 24 * 60 * 60_000;

type Candidate = Awaited<ReturnType<typeof customersNear>>[number];

/**
 * Asks the customers whose account number is one slip away from what a payer typed, each once, in their chat. A question
 * says the amount and the time, never who paid. Whoever can't be written to now counts as silent.
 */
export async function askCustomers(ctx: OrgContext, paymentId: string): Promise<{ questions: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const payment = await lockPayment(tx, ctx.orgId, paymentId);
    const { tillId, account: typed } = payment;
    const till = await findTill(tx, ctx.orgId, tillId);
    if (payment.state !== "unmatched" || !till.asksCustomers) return { questions: 0 };
    let questions = 0;
    for (const candidate of await customersNear(tx, ctx.orgId, { tillId, typed }))
      questions += (await ask(tx, ctx, payment, candidate)) ? 1 : 0;
    if (questions > 0) {
      const startAfter = new Date(ctx.clock.now().getTime() + answersWithinMs);
      await ctx.jobs.enqueue(endPaymentQuestionsJob, { orgId: ctx.orgId, paymentId }, { tx, startAfter });
    }
    return { questions };
  });
}

async function ask(
  tx: Tx,
  ctx: OrgContext,
  payment: TillPayment,
  { contactId, number }: Candidate,
): Promise<boolean> {
  const now = ctx.clock.now();
  const id = newId("pqn", now.getTime());
  const ofQuestion = and(eq(paymentQuestions.orgId, ctx.orgId), eq(paymentQuestions.id, id));
  const added = await tx
    .insert(paymentQuestions)
    .values({
      ...{ orgId: ctx.orgId, id, paymentId: payment.id, contactId, number, createdAt: now, endsAt: now },
    })
    .onConflictDoNothing()
    .returning({ id: paymentQuestions.id });
  if (added.length === 0 || !(await queueQuestion(tx, ctx, { id, payment, contactId, number }))) return false;
  await tx
    .update(paymentQuestions)
    .set({ endsAt: new Date(now.getTime() + answersWithinMs) })
    .where(ofQuestion);
  return true;
}

interface Question {
  id: string;
  payment: TillPayment;
  contactId: string;
  number: string;
}

/** False: no conversation, or its service window is closed. */
async function queueQuestion(
  tx: Tx,
  ctx: OrgContext,
  { id, payment, contactId, number }: Question,
): Promise<boolean> {
  const conversationId = await lastConversation(tx, ctx, contactId);
  if (!conversationId) return false;
  const open = await openForSending(tx, ctx, conversationId).catch((error: unknown) => {
    if (error instanceof DomainError) return undefined;
    throw error;
  });
  if (!open || !windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now())) return false;
  const interactive = withLocale(localeOf(open), () =>
    questionButtons(id, {
      question: m.sales_question_text({
        amount: formatKes(payment.amountCents),
        when: longMinute(payment.paidAt),
        typed: payment.account,
        number,
      }),
      yes: m.sales_question_yes(),
      no: m.sales_question_no(),
    }),
  );
  await queueMessage(tx, ctx, open, {
    key: `payment-question:${id}`,
    body: interactive.body.text,
    content: { type: "interactive", payload: { interactive } },
    isFirst: true,
  });
  return true;
}
