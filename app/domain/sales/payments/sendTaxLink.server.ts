import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { taxDocuments } from "#app/db/schema/sales/tax.ts";
import { localeOf, sendAboutMoney } from "#app/domain/sales/requests/inConversation.server.ts";
import { ofDocument } from "#app/domain/sales/tax/find.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { invoiceLine } from "./sendReceipt.server.ts";

/** Sends the customer an invoice that KRA registered after the receipt had left, once, while the service window is open. */
export async function sendTaxLink(ctx: OrgContext, documentId: string): Promise<boolean> {
  try {
    return await ctx.db.withOrg(ctx.orgId, (tx) => send(tx, ctx, documentId));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    ctx.log.warn({ code: error.code, documentId }, "invoice not sent");
    return false;
  }
}

async function send(tx: Tx, ctx: OrgContext, id: string): Promise<boolean> {
  const [found] = await tx
    .select({ document: taxDocuments, contactId: tillPayments.contactId })
    .from(taxDocuments)
    .innerJoin(
      tillPayments,
      and(eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.id, taxDocuments.paymentId)),
    )
    .where(ofDocument({ orgId: ctx.orgId, id }));
  if (!found) return false;
  const { document, contactId } = found;
  const [line] = invoiceLine(document);
  if (!contactId || line === undefined) return false;
  const text = (open: Parameters<typeof localeOf>[0]) =>
    withLocale(localeOf(open), () => invoiceLine(document)[0] ?? line);
  const sent = await sendAboutMoney(
    tx,
    ctx,
    { contactId },
    { key: `tax-document:${id}`, text, templateId: null, parameters: [] },
  );
  return !("unsent" in sent);
}
