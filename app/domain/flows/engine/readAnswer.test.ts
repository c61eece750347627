import { expect, it } from "vitest";
import { readAnswer } from "./readAnswer.ts";

const now = new Date("2026-11-23T09:00:00Z");
const ask = { kind: "ask", id: "s1", text: "Since when?", check: "date", saveTo: "since" } as never;

it.each([
  ["yesterday", "2026-11-22"],
  ["Jana", "2026-11-22"],
  ["avant-hier", "2026-11-21"],
  ["kesho kutwa", "2026-11-25"],
  ["aujourd’hui", "2026-11-23"],
  ["1/2/2026", "2026-02-01"],
  ["31/02/2026", undefined],
  ["soon", undefined],
])("the day “%s” is %s", (text, day) => {
  expect(readAnswer(ask, text, now)).toBe(day);
});

it.each([
  ["jana", undefined],
  ["22/11/2026", undefined],
  ["leo", "2026-11-23"],
  ["25/12/2026", "2026-12-25"],
])("for a day to come, “%s” is %s", (text, day) => {
  const coming = { ...(ask as object), check: "coming_date" } as never;
  expect(readAnswer(coming, text, now)).toBe(day);
});
