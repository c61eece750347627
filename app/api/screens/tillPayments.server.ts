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
import { endpoint, query, verb } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const one = z.object({ tillPaymentId });
const oneDifference = z.object({ tillId, tillDifferenceId });
const ofMonth = z.object({ tillId, month: statementMonth });
const changes = { max: 600, windowSeconds: 3600 };

/** Customers' payments to the organisation's tills, and what differs from M-Pesa's list. */
export const tillPayments = {
  "GET /till-payments": query("receipts.view", paymentFilters, listPayments),
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
  "POST /till-payments/:tillPaymentId/confirm": verb("receipts.refund", one, confirmPayment, {
    limit: changes,
  }),
  "POST /till-payments/:tillPaymentId/refund": verb(
    "receipts.refund",
    refundForm.extend({ tillPaymentId }),
    refundPayment,
    { limit: changes },
  ),
  "POST /till-payments/:tillPaymentId/refunds/:paymentRefundId/credit": verb(
    "receipts.refund",
    one.extend({ paymentRefundId: idOf("paymentRefund") }),
    creditRefund,
    { limit: changes },
  ),
  "POST /till-payments/:tillPaymentId/refund/check": verb("receipts.refund", one, checkRefund, {
    limit: changes,
  }),
  "GET /tills/:tillId/statement": query("receipts.view", ofMonth, getStatement),
  "GET /tills/:tillId/statement/file": endpoint({
    act: "receipts.export",
    input: ofMonth,
    run: ({ org, input }) =>
      csvDownload(`till_${input.month || "month"}.csv`, statementHeader(), statementRows(org, input)),
  }),
  "GET /tills/:tillId/differences/:tillDifferenceId": query("receipts.view", oneDifference, getDifference),
  "POST /tills/:tillId/differences/:tillDifferenceId/take": verb(
    "receipts.match",
    oneDifference,
    takeDifference,
    { limit: changes },
  ),
  "POST /tills/:tillId/differences/:tillDifferenceId/close": verb(
    "receipts.match",
    explanation.extend({ tillId, tillDifferenceId }),
    closeDifference,
    { limit: changes },
  ),
};
