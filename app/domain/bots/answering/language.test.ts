import { describe, expect, it } from "vitest";
import { chooseLanguage, languageOf } from "./language.ts";

describe("a message", () => {
  it.each([
    ["What does it cost?", "en"],
    ["Bei ni ngapi?", "sw"],
    ["Niaje, uko wapi?", "sw"],
    ["C'est combien ?", "fr"],
    ["OK", "en"],
    // Names and numbers have no language.
    ["Asha Mwangi", undefined],
    ["12", undefined],
    // As many words of one language as of another, and too short for letter statistics.
    ["poa thanks", undefined],
  ])("“%s” is in %s", (text, language) => {
    expect(languageOf(text)).toBe(language);
  });
});

describe("the language of replies", () => {
  const remembers = (stored: "en" | "sw" | "fr" | null, otherCount = 0) => ({ stored, otherCount });

  it("is that of the first message, English when unknown", () => {
    expect(chooseLanguage("Bei ni ngapi?", remembers(null))).toEqual({
      ...{ language: "sw", stored: "sw", otherCount: 0 },
    });
    expect(chooseLanguage("12", remembers(null))).toEqual({ language: "en", stored: null, otherCount: 0 });
  });

  it("changes with the second message in a row in another one", () => {
    const first = chooseLanguage("What does it cost?", remembers("sw"));
    expect(first).toEqual({ language: "sw", stored: "sw", otherCount: 1 });
    expect(chooseLanguage("Where are you?", first)).toEqual({ language: "en", stored: "en", otherCount: 0 });
  });

  it("stays when the customer returns to it, and is not reset by a number", () => {
    const first = chooseLanguage("What does it cost?", remembers("sw"));
    expect(chooseLanguage("Asante, bei ni sawa", first).otherCount).toBe(0);
    const counted = chooseLanguage("12", first);
    expect(counted).toEqual({ language: "sw", stored: "sw", otherCount: 1 });
    expect(chooseLanguage("Where are you?", counted).language).toBe("en");
  });
});
