import path from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** The files that visit every page start first, so that none of them is left over for one worker in the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = ["mainJob.test.ts", "longNames.test.ts", "layout.test.ts", "pages.test.ts"];
    const rank = ({ moduleId }: TestSpecification) => longest.indexOf(path.basename(moduleId));
    return (await super.sort(files)).toSorted((one, other) => rank(other) - rank(one));
  }
}

/** Journeys through the built server, three files at a time: each boots processes of its own, and often waits for them. */
export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, "..", ".."),
    include: ["tests/e2e/**/*.test.ts"],
    globalSetup: ["tests/support/demoData.ts"],
    setupFiles: ["tests/support/noSurprises.ts"],
    pool: "forks",
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 240_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
