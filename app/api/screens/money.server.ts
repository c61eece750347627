import { z } from "zod";
import { autoTopUpForm } from "#app/domain/money/autoTopUp/schemas.ts";
import { getAutoTopUp, updateAutoTopUp } from "#app/domain/money/autoTopUp/update.server.ts";
import { claimTransfer } from "#app/domain/money/bank/claim.server.ts";
import { getEntry, getReceipt, listReversals } from "#app/domain/money/corrections/queries.server.ts";
import { reverseEntry } from "#app/domain/money/corrections/reverseEntry.server.ts";
import { reversePayment } from "#app/domain/money/corrections/reversePayment.server.ts";
import { assignForm, refundForm } from "#app/domain/money/corrections/schemas.ts";
import { walletStatementHeader, walletStatementPages } from "#app/domain/money/credits/queries.server.ts";
import { getWallet, listWalletEntries } from "#app/domain/money/ledger/queries.server.ts";
import {
  getPayment,
  getTopUpOptions,
  listPayments,
  paymentMark,
} from "#app/domain/money/payments/queries.server.ts";
import {
  bankReference,
  mpesaReceipt,
  newPayment,
  topUpAmountKes,
  transferAmount,
} from "#app/domain/money/payments/schemas.ts";
import { startPayment } from "#app/domain/money/payments/start.server.ts";
import { claimSuggestion, listSuggestions } from "#app/domain/money/payments/suggestions.server.ts";
import { assignPayment, claimPayment } from "#app/domain/money/payments/suspense.server.ts";
import { correctionReason } from "#app/domain/money/schemas.ts";
import { staffActor } from "#app/platform/context.ts";
import { pageNumber } from "#app/platform/forms/pageNumber.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint, query, verb } from "../endpoint.ts";
import { changesOf, eventStream } from "../events.server.ts";
import { csvDownload } from "./csvDownload.server.ts";

/** The organisation's money: balances, plan, entries, payments. */
export const wallet = {
  "GET /wallet": query("money.view", z.object({}), getWallet),
  "GET /wallet/entries": verb(
    "money.view",
    z.object({ cursor: z.string().max(60).optional() }),
    listWalletEntries,
  ),
  "GET /wallet/statement": endpoint({
    act: "money.export",
    input: z.object({}),
    limit: { max: 60, windowSeconds: 3600 },
    run: ({ org }) => csvDownload("statement.csv", walletStatementHeader(), walletStatementPages(org)),
  }),
  "GET /top-up": query("money.viewTopUp", z.object({}), getTopUpOptions),
  "POST /payments": verb("money.pay", newPayment, startPayment, { limit: { max: 60, windowSeconds: 3600 } }),
  "GET /payments": verb("money.view", z.object({ page: pageNumber }), listPayments),
  "GET /payments/:paymentId": query(
    "money.view",
    z.object({ paymentId: idOf("payment", z.string()) }),
    (org, { paymentId }) => getPayment(org, paymentId),
  ),
  /** Server-sent events; `since` is the `mark` of the response that the screen shows. */
  "GET /payments/:paymentId/events": endpoint({
    act: "money.view",
    input: z.object({ paymentId: idOf("payment", z.string()), since: z.string().max(100).optional() }),
    run: async ({ ctx, org, input, request }) => {
      const mark = () => paymentMark(org, input.paymentId);
      await mark();
      return eventStream(ctx, request, changesOf(request, { kinds: ["payments"], since: input.since, mark }));
    },
  }),
  "POST /payments/claim": verb(
    "money.pay",
    z.object({ receipt: mpesaReceipt, amountKes: topUpAmountKes }),
    claimPayment,
    { limit: { max: 10, windowSeconds: 3600 } },
  ),
  "POST /payments/claim-transfer": endpoint({
    act: "money.pay",
    input: z.object({ bankReference, amount: transferAmount }),
    limit: { max: 10, windowSeconds: 3600 },
    run: ({ org, input }) =>
      claimTransfer({
        ctx: org,
        input: { bankReference: input.bankReference, amountCents: input.amount },
      }),
  }),
  "GET /unclaimed-payments": endpoint({
    act: "money.viewTopUp",
    input: z.object({}),
    run: async ({ org }) => ({ suggestions: await listSuggestions(org) }),
  }),
  "POST /unclaimed-payments/claim": verb(
    "money.pay",
    z.object({ suggestion: z.string().min(1).max(80) }),
    claimSuggestion,
    { limit: { max: 30, windowSeconds: 3600 } },
  ),
  "GET /auto-top-up": endpoint({
    act: "money.view",
    input: z.object({}),
    run: async ({ org }) => ({ autoTopUp: await getAutoTopUp(org) }),
  }),
  "PUT /auto-top-up": verb("money.pay", autoTopUpForm, updateAutoTopUp, {
    limit: { max: 60, windowSeconds: 3600 },
  }),
};

const oneEntry = z.object({ orgId: z.string().max(60), journalEntryId: z.string().max(60) });

/** The platform's money, for staff: unmatched payments, and the daily check of the shortcode. */
export const platformMoney = {
  "POST /admin/payments/assign": endpoint({
    act: "console.money",
    input: assignForm.extend({ receipt: mpesaReceipt }),
    run: ({ ctx, input }) => assignPayment({ services: ctx, actor: staffActor(ctx), input }),
  }),
  "GET /admin/payments/receipts/:receipt": endpoint({
    act: "console.money",
    input: z.object({ receipt: z.string().max(20) }),
    run: ({ ctx, input }) => getReceipt(ctx, input.receipt),
  }),
  "POST /admin/payments/receipts/:receipt/reverse": endpoint({
    act: "console.money",
    input: refundForm.extend({ receipt: z.string().max(20) }),
    run: ({ ctx, input }) => reversePayment({ services: ctx, actor: staffActor(ctx), input }),
  }),
  "GET /admin/payments/reversals": endpoint({
    act: "console.money",
    input: z.object({}),
    run: ({ ctx }) => listReversals(ctx),
  }),
  "GET /admin/entries/:orgId/:journalEntryId": endpoint({
    act: "console.money",
    input: oneEntry,
    run: ({ ctx, input }) => getEntry(ctx, { orgId: input.orgId, entryId: input.journalEntryId }),
  }),
  "POST /admin/entries/:orgId/:journalEntryId/reverse": endpoint({
    act: "console.money",
    input: oneEntry.extend({ reason: correctionReason }),
    run: ({ ctx, input }) =>
      reverseEntry({
        services: ctx,
        actor: staffActor(ctx),
        input: { orgId: input.orgId, entryId: input.journalEntryId, reason: input.reason },
      }),
  }),
};
