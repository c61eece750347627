import path from "node:path";
import { defineConfig } from "vitest/config";

/** Journeys through the built server, two files at a time: each boots processes of its own. */
export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, "..", ".."),
    include: ["tests/e2e/**/*.test.ts"],
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
