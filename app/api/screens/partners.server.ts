import { z } from "zod";
import { applyAsPartner } from "#app/domain/partners/apply.server.ts";
import { confirmPartner, endLinkForStaff, leavePartner } from "#app/domain/partners/link.server.ts";
import { changePartnerStatus, createPartner, updatePartner } from "#app/domain/partners/manage.server.ts";
import { getPayout, listOpenPayouts } from "#app/domain/partners/payouts.server.ts";
import { processSettlement } from "#app/domain/partners/process.server.ts";
import { getOverview, getPartner, listPartners } from "#app/domain/partners/queries.server.ts";
import { getPartnerOfCode, getReferrals } from "#app/domain/partners/referrals.server.ts";
import { recheckPayout, resolvePayout } from "#app/domain/partners/resolve.server.ts";
import {
  application,
  linkCode,
  newPartner,
  partnerChange,
  partnerId,
  partnerQuery,
  payoutId,
  payoutOutcome,
  reasonForm,
  settlementId,
  settlementQuery,
  statusChange,
  transactionQuery,
} from "#app/domain/partners/schemas.ts";
import {
  getSettlement,
  listSettlements,
  settlementHeader,
  settlementPages,
} from "#app/domain/partners/settlements.server.ts";
import {
  listTransactions,
  transactionHeader,
  transactionPages,
} from "#app/domain/partners/transactions.server.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { endpoint, query, verb } from "../endpoint.ts";
import { csvDownload } from "./csvDownload.server.ts";

const nothing = z.object({});
const onePartner = z.object({ partnerId });
const oneSettlement = z.object({ settlementId });
const onePayout = z.object({ payoutId });
const exportLimit = { max: 60, windowSeconds: 3600 };
const everyTransaction = { search: "", status: "all", service: "all" } as const;

/** Partners as staff see them. */
export const partnersOfPlatform = {
  "GET /admin/revenue-share": endpoint({
    act: "console.money",
    input: nothing,
    run: ({ ctx }) => getOverview(ctx),
  }),
  "GET /admin/partners": endpoint({
    act: "console.money",
    input: partnerQuery,
    run: ({ ctx, input }) => listPartners(ctx, input),
  }),
  "POST /admin/partners": endpoint({
    act: "console.plans",
    input: newPartner,
    run: ({ ctx, input }) => createPartner({ ctx, input }),
  }),
  "GET /admin/partners/:partnerId": endpoint({
    act: "console.money",
    input: onePartner,
    run: async ({ ctx, input }) => {
      const partner = input.partnerId as OrgId;
      const found = await getPartner(ctx, partner, false);
      const { settlements } = await listSettlements(ctx, { search: "", status: "all", page: 1 }, partner);
      return { ...found, settlements: settlements.slice(0, 6) };
    },
  }),
  "PUT /admin/partners/:partnerId": endpoint({
    act: "console.plans",
    input: partnerChange.and(onePartner),
    run: ({ ctx, input }) => updatePartner({ ctx, input }),
  }),
  "POST /admin/partners/:partnerId/status": endpoint({
    act: "console.plans",
    input: statusChange.extend({ partnerId }),
    run: ({ ctx, input }) => changePartnerStatus({ ctx, input }),
  }),
  "DELETE /admin/partner-links/:orgId": endpoint({
    act: "console.plans",
    input: reasonForm.extend({ orgId: z.string() }),
    run: ({ ctx, input }) => endLinkForStaff({ ctx, input }),
  }),
  "GET /admin/partner-transactions": endpoint({
    act: "console.money",
    input: transactionQuery,
    run: ({ ctx, input }) => listTransactions(ctx, input),
  }),
  "GET /admin/partner-transactions/export": endpoint({
    act: "console.money",
    input: transactionQuery,
    limit: exportLimit,
    run: ({ ctx, input }) =>
      csvDownload("partner_transactions.csv", transactionHeader(), transactionPages(ctx, input)),
  }),
  "GET /admin/settlements": endpoint({
    act: "console.money",
    input: settlementQuery,
    run: ({ ctx, input }) => listSettlements(ctx, input),
  }),
  "GET /admin/settlements/export": endpoint({
    act: "console.money",
    input: settlementQuery,
    limit: exportLimit,
    run: ({ ctx, input }) => csvDownload("settlements.csv", settlementHeader(), settlementPages(ctx, input)),
  }),
  "GET /admin/settlements/:settlementId": endpoint({
    act: "console.money",
    input: oneSettlement.extend(transactionQuery.pick({ page: true }).shape),
    run: async ({ ctx, input }) => ({
      ...(await getSettlement(ctx, input.settlementId)),
      statement: await listTransactions(ctx, { ...everyTransaction, ...input }),
    }),
  }),
  "GET /admin/settlements/:settlementId/statement": endpoint({
    act: "console.money",
    input: oneSettlement,
    limit: exportLimit,
    run: async ({ ctx, input }) => {
      await getSettlement(ctx, input.settlementId);
      const pages = transactionPages(ctx, { ...everyTransaction, ...input });
      return csvDownload("statement.csv", transactionHeader(), pages);
    },
  }),
  "POST /admin/settlements/:settlementId/process": endpoint({
    act: "console.plans",
    input: oneSettlement,
    run: ({ ctx, input }) => processSettlement({ ctx, input }),
  }),
  "GET /admin/payouts": endpoint({
    act: "console.money",
    input: nothing,
    run: ({ ctx }) => listOpenPayouts(ctx),
  }),
  "GET /admin/payouts/:payoutId": endpoint({
    act: "console.money",
    input: onePayout,
    run: ({ ctx, input }) => getPayout(ctx, input.payoutId),
  }),
  "POST /admin/payouts/:payoutId/ask": endpoint({
    act: "console.plans",
    input: onePayout,
    run: ({ ctx, input }) => recheckPayout({ ctx, input }),
  }),
  "POST /admin/payouts/:payoutId/resolve": endpoint({
    act: "console.plans",
    input: payoutOutcome.and(onePayout),
    run: ({ ctx, input }) => resolvePayout({ ctx, input }),
  }),
};

/** The partner's view: their own book only. */
export const partnersOwn = {
  "GET /partner": endpoint({
    act: "partner.view",
    input: nothing,
    run: async ({ ctx }) => ({
      overview: await getOverview(ctx, ctx.partnerId),
      ...(await getPartner(ctx, ctx.partnerId, true)),
    }),
  }),
  "GET /partner/transactions": endpoint({
    act: "partner.view",
    input: transactionQuery,
    run: ({ ctx, input }) => listTransactions(ctx, input, ctx.partnerId),
  }),
  "GET /partner/transactions/export": endpoint({
    act: "partner.view",
    input: transactionQuery,
    limit: exportLimit,
    run: ({ ctx, input }) =>
      csvDownload("transactions.csv", transactionHeader(), transactionPages(ctx, input, ctx.partnerId)),
  }),
  "GET /partner/settlements": endpoint({
    act: "partner.view",
    input: settlementQuery,
    run: ({ ctx, input }) => listSettlements(ctx, input, ctx.partnerId),
  }),
  "GET /partner/settlements/export": endpoint({
    act: "partner.view",
    input: settlementQuery,
    limit: exportLimit,
    run: ({ ctx, input }) =>
      csvDownload("settlements.csv", settlementHeader(), settlementPages(ctx, input, ctx.partnerId)),
  }),
  "GET /partner/settlements/:settlementId": endpoint({
    act: "partner.view",
    input: oneSettlement.extend(transactionQuery.pick({ page: true }).shape),
    run: async ({ ctx, input }) => ({
      ...(await getSettlement(ctx, input.settlementId, ctx.partnerId)),
      statement: await listTransactions(ctx, { ...everyTransaction, ...input }, ctx.partnerId),
    }),
  }),
  "GET /partner/settlements/:settlementId/statement": endpoint({
    act: "partner.view",
    input: oneSettlement,
    limit: exportLimit,
    run: async ({ ctx, input }) => {
      await getSettlement(ctx, input.settlementId, ctx.partnerId);
      const pages = transactionPages(ctx, { ...everyTransaction, ...input }, ctx.partnerId);
      return csvDownload("statement.csv", transactionHeader(), pages);
    },
  }),
};

/** An organisation's relation to partners. */
export const referrals = {
  "GET /referrals": query("referrals.view", nothing, getReferrals),
  "GET /referrals/partner": endpoint({
    act: "referrals.viewPartner",
    input: z.object({ code: linkCode }),
    limit: { max: 60, windowSeconds: 3600 },
    run: async ({ org, input }) => {
      const { name, category } = await getPartnerOfCode(org, input.code);
      return { name, category };
    },
  }),
  "POST /referrals": endpoint({
    act: "referrals.manage",
    input: z.object({ code: linkCode }),
    limit: { max: 60, windowSeconds: 3600 },
    run: ({ ctx, org, input }) => confirmPartner({ ctx: { ...org, userId: ctx.session.userId }, input }),
  }),
  "DELETE /referrals": endpoint({
    act: "referrals.manage",
    input: reasonForm,
    run: ({ ctx, org, input }) => leavePartner({ ctx: { ...org, userId: ctx.session.userId }, input }),
  }),
  "POST /referrals/application": verb("referrals.manage", application, applyAsPartner, {
    limit: { max: 10, windowSeconds: 3600 },
  }),
};
