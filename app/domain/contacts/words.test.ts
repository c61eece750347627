import { expect, it } from "vitest";
import { consentSourceWords, isWrittenByMember } from "./words.ts";

it.each([
  ["whatsapp:STOP", "“STOP” on WhatsApp"],
  ["whatsapp:preferences", "Their choice in WhatsApp’s settings"],
  ["whatsapp:refused", "Marketing stopped in WhatsApp"],
  ["member", "Recorded by a member"],
  ["import: wateja.csv", "Import of wateja.csv"],
])("the source %s is told as words", (source, words) => {
  expect(consentSourceWords(source)).toBe(words);
  expect(isWrittenByMember(source)).toBe(false);
});

it("what a member wrote stays as it is", () => {
  expect(consentSourceWords("by phone, 21 November")).toBe("by phone, 21 November");
  expect(isWrittenByMember("by phone, 21 November")).toBe(true);
});
