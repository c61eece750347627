import { request } from "undici";
import type { Tour } from "./tour.ts";

/** The database cost of a page. */
export interface PageCost {
  path: string;
  statements: number;
  transactions: number;
}

type Visited = Pick<Tour, "addressOf" | "cookiesOf">;

async function costOf(origin: string, tour: Visited, path: string): Promise<PageCost> {
  const { headers, body } = await request(`${origin}${tour.addressOf(path)}`, {
    headers: { cookie: tour.cookiesOf(path) },
  });
  await body.dump();
  const timing = String(headers["server-timing"]);
  const count = (name: string) => Number(timing.match(new RegExp(`\\b${name};dur=(\\d+)`))?.[1]);
  return { path, statements: count("statements"), transactions: count("transactions") };
}

/**
 * The second most expensive of three visits per page, most statements first: once a minute, one of them also records the use
 * of its session, which is not the page's cost. Two that are equal decide. The server needs SERVER_TIMING=on.
 */
export async function costsOf(origin: string, tour: Visited, paths: readonly string[]): Promise<PageCost[]> {
  const costs: PageCost[] = [];
  for (const path of paths) {
    const visits = [await costOf(origin, tour, path), await costOf(origin, tour, path)];
    const [one, other] = visits as [PageCost, PageCost];
    if (one.statements !== other.statements || one.transactions !== other.transactions)
      visits.push(await costOf(origin, tour, path));
    costs.push(visits.toSorted((a, b) => b.statements - a.statements)[1]!);
  }
  return costs.toSorted((a, b) => b.statements - a.statements);
}
