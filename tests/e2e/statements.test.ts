import { expect, it } from "vitest";
import { costsOf, type PageCost } from "#tests/support/pageCost.ts";
import { pagesOf } from "#tests/support/routeTable.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

const mostStatements = 12;
const mostTransactions = 2;

/** Pages that take more, and how many they may until they take fewer: none of them may take more. */
const heavier: Record<string, { statements: number; transactions?: number }> = {
  "/admin": { statements: 14 },
  "/admin/billing/invoices/:invoiceId": { statements: 17 },
  "/admin/billing/invoices/:invoiceId/reconcile": { statements: 17 },
  "/admin/users/:orgId": { statements: 14 },
  "/billing": { statements: 37 },
  "/billing/plan": { statements: 17 },
  "/billing/plan/confirm": { statements: 17 },
  "/billing/top-up": { statements: 38 },
  "/chat/:conversationId": { statements: 30 },
  "/chat/:conversationId/attach": { statements: 22 },
  "/chat/:conversationId/card": { statements: 22 },
  "/chat/:conversationId/choices": { statements: 22 },
  "/chat/:conversationId/details": { statements: 25 },
  "/chat/:conversationId/flow": { statements: 17 },
  "/chat/:conversationId/location": { statements: 22 },
  "/chat/:conversationId/template": { statements: 20 },
  "/messaging/broadcasts/new": { statements: 16 },
  "/messaging/campaigns/:campaignId": { statements: 15 },
  "/messaging/campaigns/:campaignId/audience": { statements: 24 },
  "/messaging/campaigns/:campaignId/review": { statements: 29, transactions: 3 },
  "/messaging/campaigns/:campaignId/test": { statements: 19, transactions: 3 },
  "/messaging/campaigns/:campaignId/variables": { statements: 15 },
  "/revenue-share": { statements: 13 },
  "/revenue-share/partners/:partnerId": { statements: 13 },
  "/revenue-share/settlements/:settlementId/process": { statements: 16 },
  "/templates/:templateId": { statements: 13 },
};

const { server, tour } = setUpSharedTour();

it("a page behind the sign-in takes few statements and transactions", { timeout: 300_000 }, async () => {
  const costs = await costsOf(server.url, tour, [...pagesOf.members, ...pagesOf.staff]);
  console.table(costs);
  expect(costs.length).toBeGreaterThan(100);
  expect(costs.find(({ path }) => path === "/dashboard")!.statements).toBeGreaterThan(0);
  const isLight = ({ path, statements, transactions }: PageCost) =>
    statements <= (heavier[path]?.statements ?? mostStatements) &&
    transactions <= (heavier[path]?.transactions ?? mostTransactions);
  expect(costs.filter((cost) => !isLight(cost))).toEqual([]);
});
