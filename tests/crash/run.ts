import { parseArgs } from "node:util";
import { inLanes } from "#tests/support/lanes.ts";
import { killedCampaignSms } from "./campaignSms.ts";
import * as deaths from "./deaths.ts";
import { killedFlows } from "./flows.ts";
import { prepareGround } from "./ground.ts";
import * as hangs from "./hangs.ts";
import { lateStatuses } from "./lateStatuses.ts";
import * as money from "./money.ts";
import * as moneyOutages from "./moneyOutages.ts";
import { orderToReceipt, refundToCreditNote } from "./orderToReceipt.ts";
import { outages } from "./outages.ts";
import { killWhilePreparing } from "./preparing.ts";
import { restored } from "./restored.ts";
import { killedSends } from "./sends.ts";
import { sequences } from "./sequences.ts";
import { severalProcesses } from "./severalProcesses.ts";
import { upgrade } from "./upgrade.ts";
import { killedDeliveries } from "./webhooks.ts";

/**
 * Kills and freezes the server, PostgreSQL and Meta's answers at random moments of a running campaign, and
 * checks the simulator's ledger: every recipient accepted exactly once, none lost, none stuck, totals equal
 * to the rows. `--points 50` is the number of kills; `--short` is the form inside `npm test`; `--only
 * frozenWorker` runs one scenario.
 */
const { values } = parseArgs({
  options: {
    points: { type: "string", default: "50" },
    short: { type: "boolean", default: false },
    only: { type: "string" },
  },
});
const { short, only } = values;
const size = { short, points: short ? 3 : Number(values.points) };
/** Survived within the limits of a real deployment, which are longer than the short form may take. */
const lasting = ["frozenWorker", "blackHole"];
/** The longest come first, so that none runs alone at the end. */
const scenarios = Object.entries<deaths.Scenario>({
  killWhilePreparing,
  outages,
  severalProcesses,
  upgrade,
  restored,
  killedSends,
  lateStatuses,
  ...deaths,
  ...hangs,
  ...money,
  orderToReceipt,
  refundToCreditNote,
  sequences,
  ...moneyOutages,
  killedDeliveries,
  killedFlows,
  killedCampaignSms,
}).filter(([name]) =>
  only === undefined ? !short || !lasting.includes(name) : only.split(",").includes(name),
);

/** Restarting servers are mostly waiting: the short form runs three at a time. */
const grounds = await Promise.all(Array.from({ length: short ? 3 : 1 }, prepareGround));
let ended: Promise<unknown> | undefined;
const end = () => {
  ended ??= Promise.all(grounds.map((ground) => ground.close()));
  return ended;
};
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => void end().finally(() => process.exit(1)));

const failed: string[] = scenarios.length === 0 ? ["no scenario has this name"] : [];
try {
  await inLanes(scenarios, grounds, async ([name, scenario], ground) => {
    const from = performance.now();
    try {
      if (!(await scenario(ground, size))) failed.push(name);
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.stack : error}`);
    }
    const seconds = Math.round((performance.now() - from) / 1000);
    console.log(JSON.stringify({ crash: name, seconds }));
  });
} finally {
  await end();
}
for (const failure of failed) console.log(failure);
console.log(JSON.stringify({ crash: "all", failures: failed.length }));
process.exit(failed.length === 0 ? 0 : 1);
