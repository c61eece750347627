import { expect } from "vitest";
import type { Tx } from "#app/db/client.server.ts";
import { answerOf } from "./identity.ts";
import type { TestPlatform } from "./platform.ts";

/** SQL: statements that wait for a lock. */
export const waitingForLock =
  "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";

/** Resolves once a statement waits for a lock. */
export const untilOneWaits = ({ services }: TestPlatform) =>
  expect.poll(async () => (await services.db.owner.query(waitingForLock)).rowCount).toBeGreaterThan(0);

/**
 * Makes a call while a change is uncommitted, commits once the call waits for it, and returns the call's
 * result.
 */
export async function callDuring(
  platform: TestPlatform,
  change: (tx: Tx) => Promise<unknown>,
  call: () => Promise<Response>,
) {
  let answer: Promise<Response> | undefined;
  await platform.services.db.withSystem(async (tx) => {
    await change(tx);
    answer = call();
    await untilOneWaits(platform);
  });
  return answerOf((await answer)!);
}
