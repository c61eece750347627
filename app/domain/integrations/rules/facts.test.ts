import { describe, expect, it } from "vitest";
import { factsOf, filled, holds, titled } from "./facts.ts";

const facts = factsOf(
  { contact: "Asha", phone: "+254712345678", amountCents: 150_000, excerpt: "Bei gani?" },
  { name: "Asha Mwangi", phone: "+254712345678", tags: ["vip", "Nakuru"] },
);

describe("a condition", () => {
  it.each([
    ["amount", "at_least", "1500", true],
    ["amount", "at_most", "1499.99", false],
    ["text", "contains", "bei", true],
    ["tags", "is", "nakuru", true],
    ["tags", "is_not", "vip", false],
    ["total", "at_most", "10", false],
    ["receipt", "given", "", false],
    ["name", "is", "asha mwangi", true],
  ] as const)("%s %s %s: %s", (field, operator, value, expected) => {
    expect(holds({ field, operator, value }, facts)).toBe(expected);
  });
});

it("values are filled with facts, and an unknown name stays as it was typed", () => {
  expect(filled("Habari {name}, {amount} KES {nobody}", facts)).toBe(
    "Habari Asha Mwangi, 1500.00 KES {nobody}",
  );
});

it("a title names somebody without a name by their number, in one line", () => {
  const nameless = factsOf({ phone: "+254712345678" }, { name: "", phone: "+254712345678", tags: [] });
  expect(titled("Ring {name}\n soon", nameless)).toBe("Ring +254712345678 soon");
  expect(titled("Ring {name}", facts)).toBe("Ring Asha Mwangi");
});
