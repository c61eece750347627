import { z } from "zod";
import { walletStatementHeader, walletStatementPages } from "#app/domain/money/credits/queries.server.ts";
import { listBalanceChecks } from "#app/domain/money/payments/balance.server.ts";
import { answerOnHandset, handsetAnswer } from "#app/domain/money/payments/handset.server.ts";
import {
  getPayment,
  getTopUpOptions,
  listPayments,
  promptsOnHandset,
} from "#app/domain/money/payments/queries.server.ts";
import { mpesaReceipt, newPayment, payerPhone, topUpAmountKes } from "#app/domain/money/payments/schemas.ts";
import { startPayment } from "#app/domain/money/payments/start.server.ts";
import { assignPayment, claimPayment, listSuspense } from "#app/domain/money/payments/suspense.server.ts";
import { getWallet } from "#app/domain/money/queries.server.ts";
import { orgContext, staffActor } from "#app/platform/context.ts";
import { csvDownload } from "#app/platform/csv.server.ts";
import { endpoint } from "../endpoint.ts";

/** The organisation's money: balances, plan, entries, payments. */
export const wallet = {
  "GET /wallet": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => getWallet(orgContext(ctx)),
  }),
  "GET /wallet/statement": endpoint({
    who: "member",
    input: z.object({}),
    limit: { max: 60, windowSeconds: 3600 },
    run: ({ ctx }) => csvDownload("wallet.csv", walletStatementHeader, walletStatementPages(orgContext(ctx))),
  }),
  "GET /top-up": endpoint({
    who: "manager",
    input: z.object({}),
    run: ({ ctx }) => getTopUpOptions(orgContext(ctx)),
  }),
  "POST /payments": endpoint({
    who: "manager",
    input: newPayment,
    limit: { max: 60, windowSeconds: 3600 },
    run: ({ ctx, input }) => startPayment({ ctx: orgContext(ctx), input }),
  }),
  "GET /payments": endpoint({
    who: "member",
    input: z.object({}),
    run: ({ ctx }) => listPayments(orgContext(ctx)),
  }),
  "GET /payments/:paymentId": endpoint({
    who: "member",
    input: z.object({ paymentId: z.string() }),
    run: ({ ctx, input }) => getPayment(orgContext(ctx), input.paymentId),
  }),
  "POST /payments/claim": endpoint({
    who: "manager",
    input: z.object({ receipt: mpesaReceipt, amountKes: topUpAmountKes }),
    limit: { max: 10, windowSeconds: 3600 },
    run: ({ ctx, input }) => claimPayment({ ctx: orgContext(ctx), input }),
  }),
  "GET /sandbox/prompts": endpoint({
    who: "member",
    input: z.object({ phone: payerPhone }),
    run: async ({ ctx, input }) => ({ prompts: await promptsOnHandset(orgContext(ctx), input.phone) }),
  }),
  "POST /sandbox/prompts/answer": endpoint({
    who: "member",
    input: handsetAnswer,
    run: ({ ctx, input }) => answerOnHandset({ ctx: orgContext(ctx), input }),
  }),
};

/** The platform's money, for staff: payments that nobody owns, and the daily check of the shortcode. */
export const platformMoney = {
  "GET /admin/payments/unassigned": endpoint({
    who: "staff",
    needs: "money",
    input: z.object({}),
    run: async ({ ctx }) => ({ payments: await listSuspense(ctx) }),
  }),
  "POST /admin/payments/assign": endpoint({
    who: "staff",
    needs: "money",
    input: z.object({
      receipt: mpesaReceipt,
      organisation: z.string().min(1, "Choose the organisation"),
      reason: z.string().trim().min(3, "Say how you know whose it is").max(300),
    }),
    run: ({ ctx, input }) => assignPayment({ services: ctx, actor: staffActor(ctx), input }),
  }),
  "GET /admin/payments/balance-checks": endpoint({
    who: "staff",
    needs: "money",
    input: z.object({}),
    run: async ({ ctx }) => ({ checks: await listBalanceChecks(ctx) }),
  }),
};
