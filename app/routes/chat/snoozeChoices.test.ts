import { expect, it } from "vitest";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { choiceName, shownChoices } from "./snoozeChoices.ts";

it("offers each time once", () => {
  const [later, tomorrow, monday] = ["2026-11-29T15:00", "2026-11-30T08:00", "2026-11-30T08:00"];
  expect(shownChoices([{ value: later }, { value: tomorrow }, { value: monday }])).toEqual([
    { value: later },
    { value: tomorrow },
  ]);
});

it("names three hours by whether they end today", () => {
  const name = (until: string) =>
    withLocale("en", () => choiceName("later", until, { now: "2026-11-26T18:30:00.000Z" }));
  expect(name("2026-11-26T20:30:00.000Z")).toBe("Later today");
  expect(name("2026-11-26T21:30:00.000Z")).toBe("In 3 hours");
});
