import { z } from "zod";
import { assignPayment } from "#app/domain/sales/payments/assign.server.ts";
import { confirmPayment } from "#app/domain/sales/payments/confirm.server.ts";
import { creditRefund } from "#app/domain/sales/payments/credit.server.ts";
import { getPayment, listPayments } from "#app/domain/sales/payments/queries.server.ts";
import { checkRefund, refundPayment } from "#app/domain/sales/payments/refund.server.ts";
import { owner, paymentFilters, refundForm, tillPaymentId } from "#app/domain/sales/payments/schemas.ts";
import {
  closeDifference,
  getDifference,
  takeDifference,
} from "#app/domain/sales/statement/differences.server.ts";
import { statementHeader, statementRows } from "#app/domain/sales/statement/file.server.ts";
import { explanation, statementMonth, tillDifferenceId } from "#app/domain/sales/statement/schemas.ts";
import { getStatement } from "#app/domain/sales/statement/statement.server.ts";
import { tillId } from "#app/domain/sales/tills/schemas.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { endpoint } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ tillPaymentId });
const oneDifference = z.object({ tillId, tillDifferenceId });
const ofMonth = z.object({ tillId, month: statementMonth });
const changes = { max: 600, windowSeconds: 3600 };

/** Customers' payments to the organisation's tills, and what differs from M-Pesa's list. */
export const tillPayments = {
  "GET /till-payments": endpoint({
    act: "receipts.view",
    input: paymentFilters,
    run: ({ org, input }) => listPayments(org, input),
  }),
  "GET /till-payments/:tillPaymentId": endpoint({
    act: "receipts.view",
    input: one,
    run: ({ org, input }) => getPayment(org, input.tillPaymentId),
  }),
  "POST /till-payments/:tillPaymentId/assign": endpoint({
    act: "receipts.match",
    input: owner.extend({ tillPaymentId }),
    limit: changes,
    run: ({ org, input: { tillPaymentId: paymentId, contactId } }) =>
      assignPayment({ ctx: org, input: { paymentId, contactId } }),
  }),
  "POST /till-payments/:tillPaymentId/confirm": endpoint({
    act: "receipts.refund",
    input: one,
    limit: changes,
    run: ({ org, input }) => confirmPayment({ ctx: org, input }),
  }),
  "POST /till-payments/:tillPaymentId/refund": endpoint({
    act: "receipts.refund",
    input: refundForm.extend({ tillPaymentId }),
    limit: changes,
    run: ({ org, input }) => refundPayment({ ctx: org, input }),
  }),
  "POST /till-payments/:tillPaymentId/refunds/:paymentRefundId/credit": endpoint({
    act: "receipts.refund",
    input: one.extend({ paymentRefundId: idOf("paymentRefund") }),
    limit: changes,
    run: ({ org, input }) => creditRefund({ ctx: org, input }),
  }),
  "POST /till-payments/:tillPaymentId/refund/check": endpoint({
    act: "receipts.refund",
    input: one,
    limit: changes,
    run: ({ org, input }) => checkRefund({ ctx: org, input }),
  }),
  "GET /tills/:tillId/statement": endpoint({
    act: "receipts.view",
    input: ofMonth,
    run: ({ org, input }) => getStatement(org, input),
  }),
  "GET /tills/:tillId/statement/file": endpoint({
    act: "receipts.export",
    input: ofMonth,
    run: ({ org, input }) =>
      csvDownload(`till_${input.month || "month"}.csv`, statementHeader(), statementRows(org, input)),
  }),
  "GET /tills/:tillId/differences/:tillDifferenceId": endpoint({
    act: "receipts.view",
    input: oneDifference,
    run: ({ org, input }) => getDifference(org, input),
  }),
  "POST /tills/:tillId/differences/:tillDifferenceId/take": endpoint({
    act: "receipts.match",
    input: oneDifference,
    limit: changes,
    run: ({ org, input }) => takeDifference({ ctx: org, input }),
  }),
  "POST /tills/:tillId/differences/:tillDifferenceId/close": endpoint({
    act: "receipts.match",
    input: explanation.extend({ tillId, tillDifferenceId }),
    limit: changes,
    run: ({ org, input }) => closeDifference({ ctx: org, input }),
  }),
};
