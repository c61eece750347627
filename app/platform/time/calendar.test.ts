import { expect, it } from "vitest";
import { dayOf, monthOf } from "./calendar.ts";

it("a day and a month begin at midnight in Kenya, or in a given timezone", () => {
  const evening = new Date("2026-11-30T21:30:00Z");
  expect([dayOf(evening), monthOf(evening)]).toEqual(["2026-12-01", "2026-12"]);
  expect([dayOf(evening, "UTC"), monthOf(evening, "UTC")]).toEqual(["2026-11-30", "2026-11"]);
});
