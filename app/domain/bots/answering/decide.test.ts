import { describe, expect, it } from "vitest";
import { decideByEntries } from "./decide.ts";

const bot = { about: "We sell household goods.", openingHours: "Mon–Sat 8–19" };

const outcomeOf = (scores: number[], wordCount: number) =>
  decideByEntries(
    bot,
    "en",
    scores.map((score, index) => ({
      entryId: `ben_${index}`,
      language: "en",
      question: "How much is it?",
      answer: "KES 200",
      score,
    })),
    wordCount,
  ).outcome;

describe("without a model", () => {
  it("a whole question is answered by an entry that is surely meant", () => {
    expect(outcomeOf([0.84, 0.82], 4)).toBe("answered");
    expect(outcomeOf([0.6, 0.4], 4)).toBe("answered");
    expect(outcomeOf([0.6, 0.58], 4)).toBe("asked");
    expect(outcomeOf([0.2], 4)).toBe("refused");
  });

  it("a word or two that several entries have are asked back, however like they are", () => {
    expect(outcomeOf([0.8, 0.78], 1)).toBe("asked");
    expect(outcomeOf([0.83, 0.81], 2)).toBe("asked");
  });

  it("a word or two that one entry has are answered by it, a single word only by hardly more than itself", () => {
    expect(outcomeOf([0.77, 0.38], 1)).toBe("answered");
    expect(outcomeOf([0.6, 0.38], 1)).toBe("asked");
    expect(outcomeOf([0.6, 0.38], 2)).toBe("answered");
  });
});
