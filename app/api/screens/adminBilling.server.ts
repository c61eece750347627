import { z } from "zod";
import { createPrice } from "#app/domain/console/billing/createPrice.server.ts";
import { getDispute, listDisputes } from "#app/domain/console/billing/disputes.server.ts";
import { listEntries } from "#app/domain/console/billing/entries.server.ts";
import { billingFile } from "#app/domain/console/billing/export.server.ts";
import { getBilling } from "#app/domain/console/billing/figures.server.ts";
import {
  getInvoiceForStaff,
  getInvoicePdfForStaff,
  listInvoicesForStaff,
} from "#app/domain/console/billing/invoices.server.ts";
import { createExchangeRate, createMetaRate, listRates } from "#app/domain/console/billing/rates.server.ts";
import { recheckPayment } from "#app/domain/console/billing/recheckPayment.server.ts";
import { markAsReconciled } from "#app/domain/console/billing/reconcile.server.ts";
import { getReconciliation } from "#app/domain/console/billing/reconciliation.server.ts";
import { remindByHand } from "#app/domain/console/billing/remind.server.ts";
import * as fields from "#app/domain/console/billing/schemas.ts";
import { type WorkList, workLists } from "#app/domain/console/billing/words.ts";
import { claimWork, getWorkItem, listWork, reassignWork } from "#app/domain/console/billing/work.server.ts";
import { reasonForm } from "#app/domain/console/schemas.ts";
import { invoiceId } from "#app/domain/money/invoices/schemas.ts";
import { messageCost } from "#app/domain/money/metaCosts/messageCost.server.ts";
import { retryTaxDocument } from "#app/domain/money/tax/retry.server.ts";
import { taxCorrection } from "#app/domain/money/tax/schemas.ts";
import { staffActor } from "#app/platform/context.ts";
import { type Endpoint, endpoint } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const ofInvoice = z.object({ invoiceId });
const ofWork = z.object({
  list: z.enum(Object.keys(workLists) as [WorkList, ...WorkList[]]),
  itemId: z.string().max(100),
});
const nothing = z.object({});

const money = <I extends z.ZodType, O>(input: I, run: Endpoint<"console.money", I, O>["run"]) =>
  endpoint({ act: "console.money", input, run });

/** The Billing tab of the administrator console. */
export const adminBilling = {
  "GET /admin/billing": money(nothing, getBilling),
  "GET /admin/billing/entries": money(fields.entryQuery, listEntries),
  "GET /admin/billing/reconciliation": money(nothing, getReconciliation),
  "GET /admin/billing/file": money(fields.exportOf, async ({ ctx, input }) => {
    const { name, header, pages } = billingFile(ctx, input.what);
    return csvDownload(name, header, pages);
  }),
  "GET /admin/invoices": money(fields.invoiceQuery, listInvoicesForStaff),
  "GET /admin/invoices/:invoiceId": money(ofInvoice, getInvoiceForStaff),
  "GET /admin/invoices/:invoiceId/pdf": money(ofInvoice, async (call) => {
    const { fileName, pdf } = await getInvoicePdfForStaff(call);
    return new Response(new Uint8Array(pdf), {
      headers: {
        "content-type": "application/pdf",
        "content-disposition": `attachment; filename="${fileName}"`,
        "cache-control": "private, no-store",
      },
    });
  }),
  "POST /admin/invoices/:invoiceId/reminder": money(ofInvoice.extend(reasonForm.shape), remindByHand),
  "POST /admin/invoices/:invoiceId/reconcile": money(
    ofInvoice.extend(fields.reconcileForm.shape),
    markAsReconciled,
  ),
  "GET /admin/disputes": money(fields.disputeQuery, listDisputes),
  "GET /admin/disputes/:disputeId": money(z.object({ disputeId: z.string().max(64) }), getDispute),
  "GET /admin/rates": money(nothing, listRates),
  "POST /admin/rates/meta": money(
    z.object({
      market: fields.rateForm.shape.market,
      category: fields.rateForm.shape.category,
      microUsd: z.coerce.number().int().min(0).max(10_000_000),
      effectiveFrom: z.iso.date(),
      reason: reasonForm.shape.reason,
    }),
    createMetaRate,
  ),
  "POST /admin/rates/exchange": money(
    z.object({
      kesPerUsdE4: z.coerce.number().int().min(1).max(100_000_000),
      effectiveFrom: z.iso.date(),
      reason: reasonForm.shape.reason,
    }),
    createExchangeRate,
  ),
  "POST /admin/rates/prices": money(
    z.object({
      planType: fields.priceForm.shape.planType,
      billingType: fields.priceForm.shape.billingType,
      monthlyCents: z.coerce.number().int().min(0).max(1_000_000_000),
      includedMessages: fields.priceForm.shape.includedMessages,
      perMessageCents: z.coerce.number().int().min(0).max(1_000_000),
      effectiveFrom: z.iso.date(),
      reason: reasonForm.shape.reason,
    }),
    createPrice,
  ),
  "GET /admin/messages/:messageId/cost": money(
    z.object({ messageId: z.string().max(64) }),
    ({ ctx, input }) => messageCost({ services: ctx, input }),
  ),
  "GET /admin/work": money(fields.workQuery, listWork),
  "GET /admin/work/:list/:itemId": money(ofWork, getWorkItem),
  "POST /admin/work/:list/:itemId/take": money(ofWork, claimWork),
  "POST /admin/work/:list/:itemId/hand-on": money(ofWork.extend(fields.handOnForm.shape), reassignWork),
  "POST /admin/tax-documents/:invoiceId/retry": money(
    ofInvoice.extend(taxCorrection.shape),
    ({ ctx, input }) => retryTaxDocument({ services: ctx, actor: staffActor(ctx), input }),
  ),
  "POST /admin/work/unknown/:itemId/ask-again": money(
    z.object({ itemId: z.string().max(64), ...reasonForm.shape }),
    recheckPayment,
  ),
};
