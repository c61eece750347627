import { appendFileSync } from "node:fs";
import pg from "pg";
import { connect } from "#app/db/client.server.ts";
import { parseConfig } from "#app/platform/config/config.server.ts";
import { registerRooms } from "#app/registerRooms.ts";
import { type MoneyStep, runMoneyStep, servicesFor } from "./moneySteps.ts";

/**
 * One step of money in a process of its own, which kills itself with SIGKILL before it sends statement number
 * `KILL_AT`. So every place between two statements, and between a statement and its COMMIT, can be tested.
 */
const step = JSON.parse(process.env.MONEY_STEP!) as MoneyStep;
const killAt = Number(process.env.KILL_AT);
registerRooms();
const db = connect(process.env.DATABASE_URL!, { log: () => undefined });
const services = servicesFor(parseConfig(process.env), db, (id) =>
  appendFileSync(process.env.TAKEN_FILE!, `${id}\n`),
);
const send = pg.Client.prototype.query as (...given: unknown[]) => unknown;
let count = 0;
pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
  count += 1;
  if (count === killAt) process.kill(process.pid, "SIGKILL");
  return send.apply(this, given);
} as typeof pg.Client.prototype.query;
await runMoneyStep(services, step);
console.log(JSON.stringify({ statements: count }));
await db.close();
process.exit(0);
