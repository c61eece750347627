import path from "node:path";
import { defineConfig } from "vitest/config";
import { longestFirst } from "../support/longestFirst.ts";

/** The files that visit every page. */
const longest = ["pages", "layout", "longNames", "mainJob"];

/**
 * Journeys through the built server, three files at a time: each boots its own processes, and often waits for
 * them.
 */
export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, "..", ".."),
    include: ["tests/e2e/**/*.test.ts", "tests/cluster/*.test.ts"],
    globalSetup: ["tests/support/demoData.ts"],
    setupFiles: ["tests/support/noSurprises.ts"],
    pool: "forks",
    maxWorkers: 3,
    // Files share a process, as the unit tests do.
    isolate: false,
    sequence: { sequencer: longestFirst(longest) },
    testTimeout: 300_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
