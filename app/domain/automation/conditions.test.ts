import { expect, it } from "vitest";
import { holds, isComparable } from "./conditions.ts";
import { contactFactsOf, factsFrom } from "./facts.ts";

const asha = { name: "Asha Mwangi", phone: "+254712000111", tags: ["vip", "nakuru"] };
const factOf = factsFrom(
  {
    ...contactFactsOf(asha),
    ...{ amount: "1500.00", day: "2026-12-24", text: "Bei gani? ", list: "red, blue", blank: " ", zero: "0" },
  },
  { Town: "Nakuru", debt: "-20" },
);

it.each([
  // Outer blanks and case make no difference.
  ["name", "is", "asha mwangi", true],
  ["name", "is", " Asha Mwangi ", true],
  ["text", "is", "bei gani?", true],
  ["text", "is_not", "Bei gani?", false],
  ["text", "contains", "GANI? ", true],
  ["text", "contains", "ngapi", false],
  ["text", "contains", " ", false],
  // Tags are a list; a comma in words makes none.
  ["tags", "is", "Nakuru ", true],
  ["tags", "is", "vip, nakuru", true],
  ["tags", "is", "vi", false],
  ["tags", "is_not", "vip", false],
  ["tags", "contains", "kur", true],
  ["list", "is", "red", false],
  ["list", "contains", "red", true],
  // Numbers compare as numbers, days as days, and nothing else.
  ["amount", "at_least", "1500", true],
  ["amount", "at_most", "1499.99", false],
  ["amount", "at_most", " 1500 ", true],
  ["amount", "at_least", "900", true],
  ["debt", "at_most", "-20", true],
  ["zero", "at_least", "0", true],
  ["day", "at_least", "2026-12-01", true],
  ["day", "at_least", "2026-12-24", true],
  ["day", "at_most", "2026-12-01", false],
  ["day", "at_most", "2027-01-01", true],
  ["day", "at_least", "5", false],
  ["amount", "at_least", "2026-12-01", false],
  ["amount", "at_least", "", false],
  ["blank", "at_most", "5", false],
  ["text", "at_least", "a", false],
  ["unknown", "at_most", "10", false],
  // A fact is given when it has a value.
  ["name", "given", "", true],
  ["zero", "given", "", true],
  ["blank", "given", "", false],
  ["unknown", "given", "", false],
  // Contact fields are named without case; inherited object properties are not facts.
  ["town", "is", "nakuru", true],
  ["constructor", "given", "", false],
  ["toString", "contains", "function", false],
] as const)("%s %s “%s”: %s", (field, operator, value, expected) => {
  expect(holds({ field, operator, value }, factOf)).toBe(expected);
});

it.each([
  ["12", true],
  ["-0.5", true],
  ["2026-12-24", true],
  ["", false],
  ["24/12/2026", false],
  ["many", false],
])("“%s” can be compared with: %s", (text, expected) => {
  expect(isComparable(text)).toBe(expected);
});
