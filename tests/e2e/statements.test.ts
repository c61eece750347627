import { request } from "undici";
import { expect, it } from "vitest";
import { pagesOf } from "#tests/support/routeTable.ts";
import { setUpSharedTour } from "#tests/support/sharedTour.ts";

const mostStatements = 12;
const mostTransactions = 2;

const { server, tour } = setUpSharedTour();

interface Cost {
  path: string;
  statements: number;
  transactions: number;
}

async function costOf(path: string): Promise<Cost> {
  const { headers, body } = await request(`${server.url}${tour.addressOf(path)}`, {
    headers: { cookie: tour.cookiesOf(path) },
  });
  await body.dump();
  const timing = String(headers["server-timing"]);
  const count = (name: string) => Number(timing.match(new RegExp(`\\b${name};dur=(\\d+)`))?.[1]);
  return { path, statements: count("statements"), transactions: count("transactions") };
}

it("a page behind the sign-in takes few statements and transactions", { timeout: 300_000 }, async () => {
  const costs: Cost[] = [];
  for (const path of [...pagesOf.members, ...pagesOf.staff]) {
    // At the first of its visits within a minute, a session is noted as used.
    await costOf(path);
    costs.push(await costOf(path));
  }
  costs.sort((a, b) => b.statements - a.statements);
  console.table(costs);
  expect(costs.length).toBeGreaterThan(100);
  expect(costs.find(({ path }) => path === "/dashboard")!.statements).toBeGreaterThan(0);
  expect(
    costs.filter((cost) => !(cost.statements <= mostStatements && cost.transactions <= mostTransactions)),
  ).toEqual([]);
});
