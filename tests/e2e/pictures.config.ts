import path from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run pictures`: takes the README's pictures from the running product; no tests. */
export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, "..", ".."),
    include: ["tests/e2e/pictures.ts"],
    globalSetup: ["tests/support/demoData.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
