import pg from "pg";
import { callScreen } from "./callScreen.ts";
import type { Screen } from "./dataScreens.ts";
import type { Ground } from "./ground.ts";

/** Milliseconds in which at least one statement of this process was under way. */
const inDatabase = (() => {
  let open = 0;
  let since = 0;
  let total = 0;
  const { query } = pg.Client.prototype;
  const end = () => {
    open -= 1;
    if (open === 0) total += performance.now() - since;
  };
  pg.Client.prototype.query = function timed(this: pg.Client, ...args: unknown[]) {
    if (open === 0) since = performance.now();
    open += 1;
    const result = Reflect.apply(query, this, args) as unknown;
    if (result instanceof Promise) result.then(end, end);
    else end();
    return result;
  } as typeof query;
  return () => total;
})();

/** The least milliseconds in the database of `runs` calls of a screen, after a first one. */
export async function databaseTimeOf(ground: Ground, screen: Screen, runs: number): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const before = inDatabase();
    await callScreen(ground.services, screen);
    times.push(inDatabase() - before);
  }
  return Math.round(Math.min(...times.slice(1)) * 10) / 10;
}
