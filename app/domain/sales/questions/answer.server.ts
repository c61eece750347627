import { and, asc, eq, gt, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { paymentQuestions, type QuestionAnswer } from "#app/db/schema/sales/matching.ts";
import { openForSending } from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import { lockPayment } from "#app/domain/sales/payments/lockPayment.server.ts";
import { matchPayment, recordMatched, type TillPayment } from "#app/domain/sales/payments/store.server.ts";
import { localeOf } from "#app/domain/sales/requests/inConversation.server.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { InboundMessage } from "#app/domain/whatsapp/webhookEvents/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { m } from "#messages";
import { tappedAnswer } from "./tap.ts";
import { verdictOf } from "./verdict.ts";

interface Tap {
  conversationId: string;
  messageId: string;
}

/** Stores the first answer of the customer who was asked, thanks them, and matches the payment where it is decided. */
export async function answerPaymentQuestion(ctx: OrgContext, tap: Tap): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const tapped = await findQuestion(tx, ctx, tap.messageId);
    if (!tapped) return;
    const payment = await lockPayment(tx, ctx.orgId, tapped.paymentId);
    if (!(await storeAnswer(tx, ctx, tapped))) return;
    const { matched } = await decide(tx, ctx, payment);
    if (!matched) await thank(tx, ctx, tap);
  });
}

/** What the answers decide once nothing more is awaited. */
export async function endPaymentQuestions(ctx: OrgContext, paymentId: string): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => decide(tx, ctx, await lockPayment(tx, ctx.orgId, paymentId)));
}

interface TappedQuestion {
  id: string;
  paymentId: string;
  answer: QuestionAnswer;
}

/** The question of a tap, when it is the one of this customer. */
async function findQuestion(
  tx: Tx,
  { orgId }: OrgContext,
  messageId: string,
): Promise<TappedQuestion | undefined> {
  const [message] = await tx
    .select({ contactId: messages.contactId, payload: messages.payload })
    .from(messages)
    .where(and(eq(messages.orgId, orgId), eq(messages.id, messageId), eq(messages.direction, "in")));
  const tapped = tappedAnswer((message?.payload ?? {}) as InboundMessage);
  if (!tapped || !message?.contactId) return undefined;
  const [question] = await tx
    .select({ id: paymentQuestions.id, paymentId: paymentQuestions.paymentId })
    .from(paymentQuestions)
    .where(
      and(
        eq(paymentQuestions.orgId, orgId),
        eq(paymentQuestions.id, tapped.questionId),
        eq(paymentQuestions.contactId, message.contactId),
      ),
    );
  return question && { ...question, answer: tapped.answer };
}

/** False: answered before, or too late. */
async function storeAnswer(tx: Tx, ctx: OrgContext, { id, answer }: TappedQuestion): Promise<boolean> {
  const answeredAt = ctx.clock.now();
  const stored = await tx
    .update(paymentQuestions)
    .set({ answer, answeredAt })
    .where(
      and(
        eq(paymentQuestions.orgId, ctx.orgId),
        eq(paymentQuestions.id, id),
        isNull(paymentQuestions.answer),
        gt(paymentQuestions.endsAt, answeredAt),
      ),
    )
    .returning({ id: paymentQuestions.id });
  return stored.length > 0;
}

/** Matches the payment, which is locked, if its answers say whose it is. */
async function decide(tx: Tx, ctx: OrgContext, payment: TillPayment): Promise<{ matched: boolean }> {
  if (payment.state !== "unmatched") return { matched: false };
  const questions = await tx
    .select({
      contactId: paymentQuestions.contactId,
      phone: contacts.phone,
      answer: paymentQuestions.answer,
      endsAt: paymentQuestions.endsAt,
    })
    .from(paymentQuestions)
    .leftJoin(contacts, and(eq(contacts.orgId, ctx.orgId), eq(contacts.id, paymentQuestions.contactId)))
    .where(and(eq(paymentQuestions.orgId, ctx.orgId), eq(paymentQuestions.paymentId, payment.id)))
    .orderBy(asc(paymentQuestions.id));
  const verdict = verdictOf(questions, payment.payer, ctx.clock.now());
  if (typeof verdict === "string") return { matched: false };
  const till = await findTill(tx, ctx.orgId, payment.tillId);
  await matchPayment(tx, ctx, till, payment, { contactId: verdict.match, matchedBy: "answer" });
  await recordMatched(tx, ctx, payment, verdict.match);
  return { matched: till.sendsReceipts };
}

/** A short word of thanks, while the service window is open. */
async function thank(tx: Tx, ctx: OrgContext, { conversationId, messageId }: Tap): Promise<void> {
  const open = await openForSending(tx, ctx, conversationId).catch((error: unknown) => {
    if (error instanceof DomainError) return undefined;
    throw error;
  });
  if (!open || !windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now())) return;
  await queueMessage(tx, ctx, open, {
    key: `payment-answer:${messageId}`,
    body: withLocale(localeOf(open), () => m.sales_question_thanks()),
    content: { type: "text" },
  });
}
