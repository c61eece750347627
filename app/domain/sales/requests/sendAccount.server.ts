import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentSettings } from "#app/db/schema/sales/settings.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { m } from "#messages";
import type { PaymentRequest } from "./facts.server.ts";
import { localeOf, sendAboutMoney, type Unsent } from "./inConversation.server.ts";

/** How a customer got what they were sent, or why not. */
export type Sent = "text" | "template" | Unsent | "refused";

/**
 * Sends a customer how to pay a request by hand, once: amount, paybill and account number, or the till number. A
 * refusal is logged: the request stays, and its page shows what to say.
 */
export async function sendAccount(tx: Tx, ctx: OrgContext, request: PaymentRequest): Promise<Sent> {
  if (request.contactId === null) return "no_conversation";
  const { kind, number } = await findTill(tx, ctx.orgId, request.tillId);
  const [settings] = await tx
    .select({ templateId: paymentSettings.askTemplateId })
    .from(paymentSettings)
    .where(eq(paymentSettings.orgId, ctx.orgId));
  const { accountNumber: account, reason } = request;
  const amount = formatKes(request.amountCents - request.paidCents);
  const words = { amount, reason, number, account };
  try {
    const sent = await sendAboutMoney(
      tx,
      ctx,
      { contactId: request.contactId, conversationId: request.conversationId },
      {
        key: `payment-request:${request.id}`,
        text: (open) =>
          withLocale(localeOf(open), () =>
            kind === "paybill" ? m.requests_ask_paybill_text(words) : m.requests_ask_till_text(words),
          ),
        templateId: settings?.templateId ?? null,
        parameters: [amount, reason, number, account],
      },
    );
    return "unsent" in sent ? sent.unsent : sent.as;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ code: error.code, requestId: request.id }, "payment request not sent");
    return "refused";
  }
}
