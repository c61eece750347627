import { expect, it } from "vitest";
import { statementCounts, statementsOfIdleWorker } from "#tests/support/idleWorker.ts";
import { setUpPlatform } from "#tests/support/platform.ts";

const platform = setUpPlatform({ darajaUrl: "http://127.0.0.1:9" });

/** A whole minute, since many jobs run once a minute. */
const seconds = 60;

it("an idle worker makes at most ten statements a second", async () => {
  const made = await statementsOfIdleWorker(platform.services, seconds);
  expect(made.length / seconds, statementCounts(made).join("\n")).toBeLessThanOrEqual(10);
});
