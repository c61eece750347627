import { expect, it } from "vitest";
import { fieldError, fieldProps, fieldValue, isTicked, problemsOf, resultOf } from "./fields.ts";

const refused = {
  status: "error" as const,
  initialValue: { intent: "save", title: "Solar lamp", owner: ["a", "b"] },
  error: { "": ["Try again later"], title: ["Too long\nToo loud"] },
};

it("a control keeps what was typed, and has the first error of its field", () => {
  expect(fieldProps(undefined, "title", "Lamp")).toEqual({
    name: "title",
    defaultValue: "Lamp",
    error: undefined,
  });
  expect(fieldProps(refused, "title", "Lamp")).toEqual({
    name: "title",
    defaultValue: "Solar lamp",
    error: "Too long\nToo loud",
  });
  expect(fieldError(refused, "owner")).toBeUndefined();
});

it("a row of a list keeps what was typed", () => {
  const rows = { status: "error" as const, initialValue: { lines: [{ price: "9.5" }] } };
  expect(fieldValue(rows, "lines[0].price", "10")).toBe("9.5");
  expect(fieldValue(rows, "lines[1].price", "10")).toBe("");
});

it("a field that was emptied stays empty, whatever is stored", () => {
  expect(fieldValue(refused, "note", "stored")).toBe("");
  expect(isTicked(refused, "urgent", true)).toBe(false);
  expect(isTicked(undefined, "urgent", true)).toBe(true);
});

it("an answer belongs to the form whose button was pressed", () => {
  expect(resultOf(refused, "save")).toBe(refused);
  expect(resultOf(refused, "delete")).toBeUndefined();
});

it("the summary links each finding to its field, and shortens several findings about one", () => {
  expect(problemsOf(refused)).toEqual([
    { text: "Try again later" },
    { id: "title", text: expect.stringMatching(/^Too long/) },
  ]);
});
