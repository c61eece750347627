import { describe, expect, it } from "vitest";
import { contactFactsOf, factsFrom } from "./facts.ts";
import { filled, namesIn, rendered, titled } from "./texts.ts";

const nameless = { name: "", phone: "+254712000111", tags: ["vip", "nakuru"] };
const facts = { day: "2026-11-24", item: "", amount: "1500.00" };
const fields = { Town: "Nakuru" };
const ofNameless = factsFrom({ ...contactFactsOf(nameless), ...facts }, fields);
const ofAsha = factsFrom({ ...contactFactsOf({ ...nameless, name: "Asha" }), ...facts }, fields);

describe("a text", () => {
  it.each([
    ["Welcome, {name}. What is it?", "Welcome. What is it?"],
    ["Karibu, {name}. {city}", "Karibu. "],
    ["Habari {name}, {amount} KES {nobody}", "Habari , 1500.00 KES "],
    ["For {town}, {item}: {unknown}", "For Nakuru: "],
    ["Hi {constructor}{toString}", "Hi "],
    ["No {} name, {a.b} nor {", "No {} name, {a.b} nor {"],
  ])("“%s” sends no name in braces", (text, expected) => {
    expect(filled(text, ofNameless)).toBe(expected);
    expect(rendered(text, ofNameless)).toBe(expected);
  });

  it("names the contact, their tags and fields, and further facts", () => {
    expect(rendered("Welcome, {name}.", ofAsha)).toBe("Welcome, Asha.");
    expect(filled("{ name } of {TOWN}: {tags}, {phone}", ofAsha)).toBe(
      "Asha of Nakuru: vip, nakuru, +254712000111",
    );
  });

  it("uses further facts before a field of the same name", () => {
    expect(filled("{Town}", factsFrom({ Town: "Kisumu" }, fields))).toBe("Kisumu");
  });

  it("shows a day as people write it, and stores it as it is", () => {
    expect(rendered("On {day}?", ofAsha)).toBe("On 24/11/2026?");
    expect(filled("{day}", ofAsha)).toBe("2026-11-24");
  });
});

describe("a title for the team", () => {
  it("names a contact without a name by their number, in one line", () => {
    expect(titled("Ring {name}\n soon", ofNameless)).toBe("Ring +254712000111 soon");
    expect(titled("Ring {name}", ofAsha)).toBe("Ring Asha");
  });

  it("stays as written when its names have no values", () => {
    expect(titled("{unknown} {item}", ofAsha)).toBe("{unknown} {item}");
  });

  it("has at most 120 characters, and no half of one", () => {
    expect(titled("a".repeat(200), ofAsha)).toBe("a".repeat(120));
    expect(titled(`${"a".repeat(119)}😀`, ofAsha).isWellFormed()).toBe(true);
  });
});

it("names are found with the punctuation before them", () => {
  expect(namesIn("Hi, {name}: {day}{town}")).toEqual(["name", "day", "town"]);
});
