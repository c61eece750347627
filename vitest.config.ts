import { configDefaults, defineConfig } from "vitest/config";
import { longestFirst } from "./tests/support/longestFirst.ts";

/** Files that mostly wait, for an idle minute or for retries, and those with the most to do. */
const longest = [
  "idle",
  "jobQueue",
  "hostileFiles",
  "statuses",
  "sweeps",
  "formsSentTwice",
  "backup",
  "upgrade",
];

export default defineConfig({
  test: {
    include: [
      "app/**/*.test.ts",
      "simulators/**/*.test.ts",
      "tests/{request,structural,contract}/**/*.test.ts",
    ],
    globalSetup: ["tests/support/database.ts"],
    setupFiles: ["tests/support/noSurprises.ts"],
    // Read from the disk, not imported: with `--changed`, everything runs again.
    forceRerunTriggers: [...configDefaults.forceRerunTriggers, "**/migrations/**", "**/package-lock.json"],
    pool: "forks",
    // More than the cores of a small machine: each waits half of its time for PostgreSQL, a timer or a
    // process.
    maxWorkers: 4,
    sequence: { sequencer: longestFirst(longest) },
    // Files share a process, so that each module is loaded once, not once a file; `noSurprises.ts` restores
    // what they replace.
    isolate: false,
    // Far above what any takes on a busy machine: a limit of time proves nothing.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A second, the default, is short on a busy machine.
    expect: { poll: { timeout: 20_000 } },
  },
});
