import { expect, it } from "vitest";
import { refusalWords } from "./refusalWords.ts";

it("a row's refusal is worded when read, with its lines if it spans several", () => {
  const refusal = { code: "row.bad_phone", problem: { code: "letters", text: "O712" }, lines: [3, 4] };
  expect(refusalWords(refusal)).toBe(
    "“O712” has letters. Use digits only. The row spans lines 3 to 4 because of quotation marks.",
  );
});

it("a reason stored before codes existed is shown as written", () => {
  expect(refusalWords({ code: "legacy", said: "The phone number is too short." } as { code: string })).toBe(
    "The phone number is too short.",
  );
});

it("a reason of another version shows its code", () => {
  expect(refusalWords({ code: "row.from_the_future" })).toBe("row.from_the_future");
  expect(refusalWords({ code: "row.bad_phone" })).toBe("row.bad_phone");
});
