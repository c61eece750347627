import { describe, expect, it } from "vitest";
import { sourceRowOf } from "./variableSource.ts";

const imported = ["Order No", "branch", "1"];
const suggested = (key: string) => sourceRowOf(key, undefined, imported).source;

describe("a variable for which nothing is chosen yet", () => {
  it("is taken from the contact's field of its name", () => {
    expect(["first_name", "name", "phone", "order_no", "Branch"].map(suggested)).toEqual([
      "contact:first_name",
      "contact:name",
      "contact:phone",
      "contact:fields.Order No",
      "contact:fields.branch",
    ]);
  });

  it("is taken from the column of its name in whatever capitals", () => {
    const chosen = ["city", "CITY", "ciTy"].map((key) => sourceRowOf(key, undefined, ["City"]).source);
    expect(new Set(chosen)).toEqual(new Set(["contact:fields.City"]));
  });

  it("is a text for everybody where no field has its name, and where it has only a number", () => {
    expect(["discount", "1", "header:1", "button:0"].map(suggested)).toEqual([
      "text",
      "text",
      "text",
      "text",
    ]);
  });
});

it("a field that was chosen is found in the list, though an import writes it in other capitals since", () => {
  const chosen = { from: "contact", field: "fields.town", fallback: "us" } as const;
  expect(sourceRowOf("1", chosen, ["Town"]).source).toBe("contact:fields.Town");
});

it("what was chosen stays, whatever the variable is called", () => {
  expect(sourceRowOf("first_name", { from: "text", value: "friend" }, [])).toEqual({
    source: "text",
    text: "friend",
  });
  expect(sourceRowOf("name", { from: "contact", field: "fields.town", fallback: "us" }, [])).toEqual({
    source: "contact:fields.town",
    text: "us",
  });
});
