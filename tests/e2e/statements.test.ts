import { expect, it } from "vitest";
import { callerOf } from "#tests/support/caller.ts";
import { costsOf, type PageCost } from "#tests/support/pageCost.ts";
import { pagesOf } from "#tests/support/routeTable.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

const mostStatements = 12;
const mostTransactions = 2;

/** A sandbox also counts the prompts on its test phone, for each page. */
const heavier: Record<string, number> = {
  "/chat/:conversationId": 13,
  // The form with its choices, and the quote of what was chosen.
  "/sequences/:sequenceId/enrol": 13,
};

const { server, tour } = setUpSharedTour();

it("a page behind the sign-in takes few statements and transactions", async () => {
  // Opening a chat also marks its unread messages as read.
  const chat = tour.addressOf("/chat/:conversationId").split("/").at(-1)!;
  const call = callerOf(server.url, tour.cookiesOf("/chat/:conversationId"));
  await call("POST /conversations/:conversationId/unread", { conversationId: chat });
  // Once per organisation, these assign its account number and allocate its credits to its debts.
  await costsOf(server.url, tour, ["/billing/statement", "/billing/top-up"]);
  const costs = await costsOf(server.url, tour, [...pagesOf.members, ...pagesOf.staff]);
  console.table(costs);
  expect(costs.length).toBeGreaterThan(100);
  expect(costs.find(({ path }) => path === "/dashboard")!.statements).toBeGreaterThan(0);
  const isLight = ({ path, statements, transactions }: PageCost) =>
    statements <= (heavier[path] ?? mostStatements) && transactions <= mostTransactions;
  expect(costs.filter((cost) => !isLight(cost))).toEqual([]);
});
