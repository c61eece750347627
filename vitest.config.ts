import { configDefaults, defineConfig } from "vitest/config";

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
    maxWorkers: 2,
    // Files share a process, so that each module is read once and not once a file; `noSurprises.ts` puts back what they replace.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
