import path from "node:path";
import { defineConfig } from "vitest/config";

/** `npm run pictures`: no tests, but the pictures of the README, taken from the running product. */
export default defineConfig({
  test: {
    root: path.join(import.meta.dirname, "..", ".."),
    include: ["tests/e2e/pictures.ts"],
    globalSetup: ["tests/support/demoData.ts"],
    testTimeout: 300_000,
    hookTimeout: 60_000,
  },
});
