import { and, desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { paymentAllocations, paymentRequests, tillPayments } from "#app/db/schema/sales/payments.ts";
import { templates } from "#app/db/schema/whatsapp/templates.ts";
import {
  type OpenConversation,
  openForSending,
} from "#app/domain/messaging/messages/openForSending.server.ts";
import { queueMessage } from "#app/domain/messaging/messages/queueMessage.server.ts";
import { queueTemplate } from "#app/domain/messaging/messages/queueTemplate.server.ts";
import { valuesOf } from "#app/domain/messaging/messages/templateValues.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import type { TillPayment } from "./store.server.ts";

/** Why no receipt was sent. */
type Unsent = "no_payment" | "no_conversation" | "window_closed" | "refused";

/**
 * Sends the customer the receipt of a matched payment in their last conversation, once: as a text while the
 * service window is open, else as the till's template, if it has one. A refusal is logged: the payment counts
 * without a receipt.
 */
export async function sendPaymentReceipt(
  ctx: OrgContext,
  paymentId: string,
): Promise<{ messageId: string } | { unsent: Unsent }> {
  try {
    return await ctx.db.withOrg(ctx.orgId, (tx) => send(tx, ctx, paymentId));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ code: error.code, paymentId }, "payment receipt not sent");
    return { unsent: "refused" };
  }
}

async function send(
  tx: Tx,
  ctx: OrgContext,
  paymentId: string,
): Promise<{ messageId: string } | { unsent: Unsent }> {
  const [payment] = await tx
    .select()
    .from(tillPayments)
    .where(and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, paymentId)));
  if (!payment?.contactId || payment.state !== "matched") return { unsent: "no_payment" };
  const [last] = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.contactId, payment.contactId)))
    .orderBy(desc(conversations.lastMessageAt))
    .limit(1);
  if (!last) return { unsent: "no_conversation" };
  const open = await openForSending(tx, ctx, last.id);
  const reasons = await reasonsOf(tx, payment);
  const key = `till-receipt:${paymentId}`;
  if (windowIsOpen(open.conversation.windowEndsAt, ctx.clock.now()))
    return queueMessage(tx, ctx, open, {
      key,
      body: textOf(open, payment, reasons),
      content: { type: "text" },
    });
  const { receiptTemplateId: templateId } = await findTill(tx, ctx.orgId, payment.tillId);
  if (templateId === null) return { unsent: "window_closed" };
  const parameters = [formatKes(payment.amountCents), payment.receipt, reasons];
  const variables = await valuesFor(tx, ctx, templateId, parameters);
  return queueTemplate(tx, ctx, last.id, { templateId, variables, key });
}

/** In the customer's language, or else the organisation's. */
const textOf = ({ contact, org }: OpenConversation, payment: TillPayment, reasons: string): string =>
  withLocale(contact.language ?? org.locale ?? "en", () =>
    m.sales_receipt_text({ amount: formatKes(payment.amountCents), receipt: payment.receipt, reasons }),
  );

/** What it paid: `Term 2, Bus fee`. */
async function reasonsOf(tx: Tx, { orgId, id }: TillPayment): Promise<string> {
  const [row] = await tx
    .select({ reasons: sql<string>`coalesce(string_agg(${paymentRequests.reason}, ', '), '')` })
    .from(paymentAllocations)
    .innerJoin(
      paymentRequests,
      and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.id, paymentAllocations.targetId)),
    )
    .where(and(eq(paymentAllocations.orgId, orgId), eq(paymentAllocations.paymentId, id)));
  return row?.reasons ?? "";
}

/** Values for as many words as the template has: amount, receipt number, what was paid. */
async function valuesFor(tx: Tx, ctx: OrgContext, templateId: string, all: readonly string[]) {
  const [template] = await tx
    .select({ components: templates.components })
    .from(templates)
    .where(and(eq(templates.orgId, ctx.orgId), eq(templates.id, templateId)));
  const variables = variablesOf(template?.components ?? []);
  const parameters = all.slice(0, variables.length).map((value) => value || "-");
  return valuesOf(variables, { parameters, parts: {} });
}
