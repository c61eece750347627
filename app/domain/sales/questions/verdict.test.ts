import { describe, expect, it } from "vitest";
import { fitsMask, type Question, verdictOf } from "./verdict.ts";

const now = new Date("2026-11-20T09:00:00Z");
const question = (contactId: string, answer: Question["answer"], ended = false): Question => ({
  contactId,
  phone: "+254712345126",
  answer,
  endsAt: new Date(now.getTime() + (ended ? -1000 : 1000)),
});

describe("whose payment it is", () => {
  it.each([
    ["the only customer's after a yes", [question("a", "yes")], "", { match: "a" }],
    ["the one yes among no", [question("a", "no"), question("b", "yes")], "", { match: "b" }],
    ["open while another may answer", [question("a", "yes"), question("b", null)], "", "wait"],
    ["a person's with two yes", [question("a", "yes"), question("b", "yes")], "", "person"],
    ["a person's when all say no", [question("a", "no")], "", "person"],
    [
      "a person's when another stayed silent",
      [question("a", "yes"), question("b", null, true)],
      "",
      "person",
    ],
    [
      "the one yes whose phone fits the mask, when another stayed silent",
      [question("a", "yes"), question("b", null, true)],
      "2547 ***** 126",
      { match: "a" },
    ],
    ["a person's without a question", [], "", "person"],
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
