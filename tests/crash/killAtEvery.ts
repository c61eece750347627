import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { verifyLedger } from "#app/domain/money/ledger/verify.server.ts";
import type { Services } from "#app/platform/context.ts";
import { until } from "#tests/support/campaign.ts";
import { startNode } from "#tests/support/processes.ts";
import type { Ground } from "./ground.ts";
import { type MoneyStep, servicesFor } from "./moneySteps.ts";

interface Try {
  step: MoneyStep;
  /** After the restart: the same step again, and M-Pesa's reports in between. */
  recover(taken: string[]): Promise<unknown>;
  /** Lost: less than expected; doubled: more. */
  judge(taken: string[]): Promise<{ lost: number; doubled: number }>;
}

/** Whether no other connection has a transaction: PostgreSQL notices the death of a process a little later. */
async function isQuiet({ services }: Ground): Promise<boolean> {
  const { rowCount } = await services.db.owner.query(
    `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend' and xact_start is not null`,
  );
  return rowCount === 0;
}

/**
 * Kills a step before each of its statements in turn, on a new subject each time, until one completes. The short form
 * tries every `shortStride`th place only.
 */
export async function killAtEvery(
  ground: Ground,
  name: string,
  short: boolean,
  prepare: (services: Services) => Promise<Try>,
  shortStride = 16,
): Promise<boolean> {
  const takenFile = path.join(ground.environment.DATA_DIR, `taken-${randomUUID()}`);
  const services = servicesFor(ground.services.config, ground.services.db, () => undefined);
  const totals = { lost: 0, doubled: 0 };
  let points = 0;
  for (let killAt = 1; ; killAt += short ? shortStride : 1) {
    const { step, recover, judge } = await prepare(services);
    const env = { MONEY_STEP: JSON.stringify(step), KILL_AT: String(killAt), TAKEN_FILE: takenFile };
    const child = startNode("tests/crash/moneyStep.ts", { ...ground.environment, ...env });
    await child.exited;
    const { signalCode, exitCode } = child.process;
    if (signalCode !== "SIGKILL" && exitCode !== 0) throw new Error(`${name}: ${child.output()}`);
    await until("the transactions of the dead process have ended", () => isQuiet(ground));
    const taken = existsSync(takenFile) ? readFileSync(takenFile, "utf8").trim().split("\n") : [];
    await recover(taken);
    const { lost, doubled } = await judge(taken);
    totals.lost += lost;
    totals.doubled += doubled;
    if (signalCode !== "SIGKILL") break;
    points += 1;
  }
  const { broken } = await verifyLedger(services);
  console.log(JSON.stringify({ crash: name, points, ...totals, ledger: broken ?? "in order" }));
  return points > 0 && totals.lost === 0 && totals.doubled === 0 && broken === null;
}
