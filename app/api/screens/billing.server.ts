import { z } from "zod";
import { maxStatementBytes } from "#app/domain/money/bank/fieldRules.ts";
import { importStatement, settleLine } from "#app/domain/money/bank/importStatement.server.ts";
import { transferReference } from "#app/domain/money/bank/schemas.ts";
import { creditInvoice } from "#app/domain/money/invoices/credit.server.ts";
import { disputeInvoice } from "#app/domain/money/invoices/dispute.server.ts";
import {
  getInvoice,
  getInvoicePdf,
  listInvoices,
  statementHeader,
  statementPages,
} from "#app/domain/money/invoices/queries.server.ts";
import { resolveDispute } from "#app/domain/money/invoices/resolveDispute.server.ts";
import {
  creditReason,
  disputeReason,
  invoiceFilters,
  invoiceId,
} from "#app/domain/money/invoices/schemas.ts";
import { cancelPlanChange, planChange } from "#app/domain/money/plans/change.server.ts";
import { getPlans } from "#app/domain/money/plans/queries.server.ts";
import { planChoice } from "#app/domain/money/plans/schemas.ts";
import { getSpendingBy, getSpendingByMonth } from "#app/domain/money/spending/queries.server.ts";
import { spendingDimensions } from "#app/domain/money/spending/words.ts";
import { staffActor } from "#app/platform/context.ts";
import { formKey } from "#app/platform/forms/formKey.ts";
import { pageNumber } from "#app/platform/forms/pageNumber.ts";
import { m } from "#messages";
import { endpoint, query, verb } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ invoiceId });
/** Plans, invoices and spending; for staff, credits, disputes and the statements of the bank. */
export const billing = {
  "GET /billing/plans": query("money.view", z.object({}), getPlans),
  "POST /billing/plan-change": verb("money.pay", planChoice, planChange),
  "DELETE /billing/plan-change": verb("money.pay", z.object({}), cancelPlanChange),
  "GET /billing/spending": endpoint({
    act: "money.view",
    input: z.object({
      by: z.enum(spendingDimensions).catch("campaign"),
      month: z
        .string()
        .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
        .optional(),
    }),
    run: async ({ org, input }) => {
      const [spending, breakdown] = await Promise.all([
        getSpendingByMonth(org),
        getSpendingBy({ ctx: org, input }),
      ]);
      return { ...spending, breakdown };
    },
  }),
  "GET /billing/invoices": verb("money.view", invoiceFilters.extend({ page: pageNumber }), listInvoices),
  "GET /billing/statement": endpoint({
    act: "money.export",
    input: invoiceFilters,
    limit: { max: 60, windowSeconds: 3600 },
    run: ({ org, input }) =>
      csvDownload("invoices.csv", statementHeader(), statementPages({ ctx: org, input })),
  }),
  "GET /billing/invoices/:invoiceId": verb("money.view", one, getInvoice),
  "GET /billing/invoices/:invoiceId/pdf": endpoint({
    act: "money.view",
    input: one,
    run: async ({ org, input }) => {
      const { fileName, pdf } = await getInvoicePdf({ ctx: org, input });
      return new Response(new Uint8Array(pdf), {
        headers: {
          "content-type": "application/pdf",
          "content-disposition": `attachment; filename="${fileName}"`,
          "cache-control": "private, no-store",
        },
      });
    },
  }),
  "POST /billing/invoices/:invoiceId/dispute": verb(
    "money.pay",
    one.extend({ reason: disputeReason }),
    disputeInvoice,
    { limit: { max: 30, windowSeconds: 3600 } },
  ),

  "POST /admin/invoices/:invoiceId/credit": endpoint({
    act: "console.money",
    input: one.extend({
      amountCents: z.coerce.number().int().min(1).max(10_000_000_000),
      reason: creditReason,
      key: formKey,
    }),
    run: ({ ctx, input }) => creditInvoice({ services: ctx, actor: staffActor(ctx), input }),
  }),
  "POST /admin/invoices/:invoiceId/resolve-dispute": endpoint({
    act: "console.money",
    input: one.extend({
      resolution: creditReason,
      outcome: z.enum(["stands", "credit_note", "wallet_credit"]).default("stands"),
      amountCents: z.coerce.number().int().min(1).max(10_000_000_000).optional(),
    }),
    run: ({ ctx, input }) => resolveDispute({ services: ctx, actor: staffActor(ctx), input }),
  }),
  "POST /admin/bank/statements": endpoint({
    act: "console.money",
    input: z.object({ csv: z.string().min(1).max(maxStatementBytes) }),
    run: ({ ctx, input }) => importStatement({ services: ctx, actor: staffActor(ctx), input }),
  }),
  "POST /admin/bank/lines/:lineId": endpoint({
    act: "console.money",
    input: z
      .object({
        lineId: z.string().max(60),
        reference: transferReference.optional(),
        ignoreBecause: creditReason.optional(),
      })
      .refine(({ reference, ignoreBecause }) => Boolean(reference) !== Boolean(ignoreBecause), {
        error: () => m.errors_bank_line_owner_required(),
        path: ["reference"],
      }),
    run: ({ ctx, input }) => settleLine({ services: ctx, actor: staffActor(ctx), input }),
  }),
};
