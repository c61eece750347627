import { existsSync } from "node:fs";
import path from "node:path";
import { request } from "undici";
import { costsOf } from "#tests/support/pageCost.ts";
import { coldVisit } from "#tests/support/pageWeight.ts";
import { residentMbOf } from "#tests/support/processStats.ts";
import { pagesOf } from "#tests/support/routeTable.ts";
import {
  eventually,
  makeDataDir,
  removeDataDir,
  startServer,
  type TestServer,
} from "#tests/support/server.ts";
import { prepareTour, type Tour } from "#tests/support/tour.ts";
import { browserHeaders } from "./load.ts";
import { percentile, print } from "./measure.ts";

export const demoBenches = ["start", "memory-pages", "statements", "weight"];

/** The welcome comes last: from then on the server ends its database when it stops. */
async function startDemo(dataDir: string): Promise<TestServer> {
  const server = await startServer({ dataDir });
  await eventually("the server's welcome", () => server.output().includes("password:"), 60_000);
  return server;
}

async function stopDemo(server: TestServer): Promise<void> {
  await server.stop();
  const postmaster = path.join(server.dataDir, "postgres", "postmaster.pid");
  await eventually("the end of the database", () => !existsSync(postmaster), 60_000);
}

/** The start-up cost that the server logs when it listens. */
function costOfStart(server: TestServer): { cpuMs: number; residentBytes: number } {
  const lines = server.output().split("\n");
  return JSON.parse(lines.find((line) => line.includes('"msg":"listening"'))!);
}

const signedInPages = [...pagesOf.members, ...pagesOf.staff];
const everyPage = [...pagesOf.visitors, ...signedInPages];

/** Memory of a fresh server after pages were loaded in turn, as a browser loads them. */
async function benchPagesMemory(server: TestServer, tour: Tour, pages: number): Promise<void> {
  const resident = () => residentMbOf(server.process.pid!);
  const before = resident();
  for (let n = 0; n < pages; n += 1) {
    const place = everyPage[n % everyPage.length]!;
    const headers = { ...browserHeaders, cookie: tour.cookiesOf(place) };
    const { statusCode, body } = await request(`${server.url}${tour.addressOf(place)}`, { headers });
    await body.dump();
    if (statusCode >= 500) throw new Error(`${place} answered ${statusCode}`);
  }
  const { now, peak } = resident();
  print({ bench: "memory-pages", pages, residentMb: now, peakMb: peak, beforeMb: before.now });
}

/** Database cost of the heaviest pages: tests/e2e/statements.test.ts has a budget for each. */
async function benchStatements(server: TestServer, tour: Tour): Promise<void> {
  const costs = await costsOf(server.url, tour, signedInPages);
  const byTransactions = costs.toSorted((a, b) => b.transactions - a.transactions);
  print({
    bench: "statements",
    pages: costs.length,
    statements: costs[0]!.statements,
    transactions: byTransactions[0]!.transactions,
    p50: percentile(
      costs.map(({ statements }) => statements),
      0.5,
    ),
    heaviest: costs.slice(0, 5),
    mostTransactions: byTransactions[0],
  });
}

const kb = (bytes: number) => Math.round(bytes / 102.4) / 10;

/**
 * The transfer of first visits, by brotli: the HTML of the largest page, and the script of the dashboard, the
 * first page after sign-in. tests/e2e/budgets.test.ts has a budget for each page.
 */
async function benchWeight(server: TestServer, tour: Tour): Promise<void> {
  const visits: Omit<Awaited<ReturnType<typeof coldVisit>>, "html">[] = [];
  for (const place of signedInPages) {
    const headers = { cookie: tour.cookiesOf(place) };
    const { html: _, ...visit } = await coldVisit(server.url, tour.addressOf(place), headers);
    visits.push({ ...visit, path: place });
  }
  const byHtml = visits.toSorted((a, b) => b.htmlBytes - a.htmlBytes);
  const byScript = visits.toSorted((a, b) => b.scriptBytes - a.scriptBytes);
  const dashboard = visits.find((visit) => visit.path === "/dashboard")!;
  print({
    bench: "weight",
    pages: visits.length,
    htmlKb: kb(byHtml[0]!.htmlBytes),
    scriptKb: kb(dashboard.scriptBytes),
    scriptFiles: dashboard.scripts,
    largestHtml: byHtml.slice(0, 5).map((visit) => ({ path: visit.path, htmlKb: kb(visit.htmlBytes) })),
    mostScript: byScript.slice(0, 5).map((visit) => ({ path: visit.path, scriptKb: kb(visit.scriptBytes) })),
    mostScriptFiles: Math.max(...visits.map(({ scripts }) => scripts)),
  });
}

async function benchStart(dataDir: string, rounds: number): Promise<void> {
  const costs: { cpuMs: number; residentBytes: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const server = await startDemo(dataDir);
    costs.push(costOfStart(server));
    await stopDemo(server);
  }
  const middle = (values: number[]) => percentile(values, 0.5);
  print({
    bench: "start",
    rounds,
    cpuSeconds: Math.round(middle(costs.map(({ cpuMs }) => cpuMs)) / 10) / 100,
    residentMb: Math.round(middle(costs.map(({ residentBytes }) => residentBytes)) / 1024 / 1024),
  });
}

/**
 * The built server with the demo in its own database, as `npm start` runs it: starts, pages and their cost.
 */
export async function benchDemo(options: {
  wanted(name: string): boolean;
  rounds: number;
  pages: number;
}): Promise<void> {
  const { wanted } = options;
  const dataDir = makeDataDir();
  try {
    await stopDemo(await startDemo(dataDir));
    if (wanted("start")) await benchStart(dataDir, options.rounds);
    if (!demoBenches.some((name) => name !== "start" && wanted(name))) return;
    const server = await startDemo(dataDir);
    try {
      const tour = await prepareTour(server);
      if (wanted("memory-pages")) await benchPagesMemory(server, tour, options.pages);
      if (wanted("statements")) await benchStatements(server, tour);
      if (wanted("weight")) await benchWeight(server, tour);
    } finally {
      await stopDemo(server);
    }
  } finally {
    removeDataDir(dataDir);
  }
}
