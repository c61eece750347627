import { describe, expect, it } from "vitest";
import { decideByEntries, decideByIntent, handOverDecision } from "./decide.ts";

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
  it("a whole question gets the answer of a certain match", () => {
    expect(outcomeOf([0.84, 0.82], 4)).toBe("answered");
    expect(outcomeOf([0.6, 0.4], 4)).toBe("answered");
    expect(outcomeOf([0.6, 0.58], 4)).toBe("asked");
    expect(outcomeOf([0.2], 4)).toBe("refused");
  });

  it("one or two words shared by several entries get a question back, however similar", () => {
    expect(outcomeOf([0.8, 0.78], 1)).toBe("asked");
    expect(outcomeOf([0.83, 0.81], 2)).toBe("asked");
  });

  it("one or two words of a single entry get its answer, a single word only if the entry has few others", () => {
    expect(outcomeOf([0.77, 0.38], 1)).toBe("answered");
    expect(outcomeOf([0.6, 0.38], 1)).toBe("asked");
    expect(outcomeOf([0.6, 0.38], 2)).toBe("answered");
  });
});

const found = (scores: number[]) =>
  scores.map((score, index) => ({
    ...{
      entryId: `ben_${index}`,
      language: "en" as const,
      question: "How much is it?",
      answer: "KES 200",
      score,
    },
  }));

it("offers no unlikely entries", () => {
  const decision = decideByEntries(bot, "en", found([0.4, 0.35, 0.24, 0.2]), 4);
  expect([decision.outcome, decision.entryIds]).toEqual(["asked", ["ben_0", "ben_1", "ben_2"]]);
});

it("a refusal names the bot's purpose in the customer's language", () => {
  const refused = decideByEntries(bot, "sw", [], 4);
  expect(refused).toMatchObject({ outcome: "refused", reason: "off_topic", score: 0, entryIds: [] });
  expect(refused.reply).toContain("Samahani");
  expect(refused.reply).toContain(bot.about);
});

describe("without a lookup", () => {
  it.each([
    ["greeting", "answered", bot.about],
    ["thanks", "answered", "welcome"],
    ["wordless", "refused", "in words"],
    ["injection", "refused", bot.about],
  ] as const)("%s is %s", (kind, outcome, words) => {
    const decision = decideByIntent(bot, "en", { kind });
    expect(decision).toMatchObject({ outcome, entryIds: [] });
    expect(decision!.reply).toContain(words);
  });

  it("leaves questions to the entries", () => {
    expect(decideByIntent(bot, "en", { kind: "question" })).toBeUndefined();
  });

  it("a handover names the opening hours, if any", () => {
    const intent = { kind: "handover", reason: "complaint" } as const;
    expect(decideByIntent(bot, "fr", intent)).toMatchObject({ outcome: "handed_over", reason: "complaint" });
    expect(decideByIntent(bot, "fr", intent)!.reply).toContain("Nos horaires : Mon–Sat 8–19.");
    expect(handOverDecision({ ...bot, openingHours: "" }, "en", "budget").reply).not.toContain(":");
  });
});
