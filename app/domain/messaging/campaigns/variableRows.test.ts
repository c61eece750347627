import { describe, expect, it } from "vitest";
import { sourceRowOf } from "./variableRows.ts";

const imported = ["Order No", "branch", "1"];
const suggested = (key: string) => sourceRowOf(key, undefined, imported).source;

describe("a variable without a chosen source", () => {
  it("uses the contact's field of its name", () => {
    expect(["first_name", "name", "phone", "order_no", "Branch"].map(suggested)).toEqual([
      "contact:first_name",
      "contact:name",
      "contact:phone",
      "contact:fields.Order No",
      "contact:fields.branch",
    ]);
  });

  it("uses the column of its name in any case", () => {
    const chosen = ["city", "CITY", "ciTy"].map((key) => sourceRowOf(key, undefined, ["City"]).source);
    expect(new Set(chosen)).toEqual(new Set(["contact:fields.City"]));
  });

  it("is a fixed text when no field has its name, or it is a number", () => {
    expect(["discount", "1", "header:1", "button:0"].map(suggested)).toEqual([
      "text",
      "text",
      "text",
      "text",
    ]);
  });
});

it("finds a chosen field in the list after an import changed its case", () => {
  const chosen = { from: "contact", field: "fields.town", fallback: "us" } as const;
  expect(sourceRowOf("1", chosen, ["Town"]).source).toBe("contact:fields.Town");
});

it("keeps a chosen source, whatever the variable's name", () => {
  expect(sourceRowOf("first_name", { from: "text", value: "friend" }, [])).toEqual({
    source: "text",
    text: "friend",
  });
  expect(sourceRowOf("name", { from: "contact", field: "fields.town", fallback: "us" }, [])).toEqual({
    source: "contact:fields.town",
    text: "us",
  });
});
