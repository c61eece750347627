import { describe, expect, it } from "vitest";
import { type AskedQuestion, fitsMask, verdictOf } from "./verdict.ts";

const now = new Date("2026-11-20T09:00:00Z");
const asked = (contactId: string, answer: AskedQuestion["answer"], ended = false): AskedQuestion => ({
  contactId,
  phone: "+254712345126",
  answer,
  endsAt: new Date(now.getTime() + (ended ? -1000 : 1000)),
});

describe("whose payment it is", () => {
  it.each([
    ["the one who was asked and says yes", [asked("a", "yes")], "", { match: "a" }],
    ["the one yes among no", [asked("a", "no"), asked("b", "yes")], "", { match: "b" }],
    ["open while another may answer", [asked("a", "yes"), asked("b", null)], "", "wait"],
    ["a person's with two yes", [asked("a", "yes"), asked("b", "yes")], "", "person"],
    ["a person's when all say no", [asked("a", "no")], "", "person"],
    ["a person's when another stayed silent", [asked("a", "yes"), asked("b", null, true)], "", "person"],
    [
      "the one yes whose phone fits the mask, when another stayed silent",
      [asked("a", "yes"), asked("b", null, true)],
      "2547 ***** 126",
      { match: "a" },
    ],
    ["a person's when nobody was asked", [], "", "person"],
  ] as const)("is %s", (_, questions, payer, verdict) => {
    expect(verdictOf(questions, payer, now)).toEqual(verdict);
  });

  it.each([
    ["2547 ***** 126", "+254712345126", true],
    ["2547*****127", "+254712345126", false],
    ["254112*****126", "+254712345126", false],
    ["c1e0f4a9", "+254712345126", false],
    ["", "+254712345126", false],
    ["2547 ***** 126", null, false],
  ])("a mask %j fits %j: %s", (payer, phone, fits) => {
    expect(fitsMask(payer, phone)).toBe(fits);
  });
});
