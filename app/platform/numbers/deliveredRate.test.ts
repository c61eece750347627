import { expect, it } from "vitest";
import { sourceFiles } from "#tests/structural/files.ts";
import { deliveredRate } from "./deliveredRate.ts";

it("counts the failed messages among the attempted ones", () => {
  expect(deliveredRate({ sent: 90, delivered: 90, failed: 10 })).toBe("90%");
  expect(deliveredRate({ sent: 3, delivered: 1, failed: 1 })).toBe("25%");
  expect(deliveredRate({ sent: 0, delivered: 0, failed: 4 })).toBe("0%");
  expect(deliveredRate({ sent: 0, delivered: 0, failed: 0 })).toBeUndefined();
});

it("is the only delivery rate on every screen", () => {
  const screens = sourceFiles(/^app\/(routes|ui)\/.*\.tsx?$/);
  expect(screens.filter(({ text }) => text.includes("deliveredRate(")).length).toBeGreaterThan(1);
  const others = screens.filter(({ text }) => /(share|percentOf)\(\s*[\w.]*\bdelivered\b/.test(text));
  expect(others.map(({ path }) => path)).toEqual([]);
});
