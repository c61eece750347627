import { expect, it } from "vitest";
import { consentSourceWords, isWrittenByMember } from "./words.ts";

it.each([
  ["whatsapp:STOP", "“STOP” on WhatsApp"],
  ["whatsapp:preferences", "Their choice in WhatsApp’s settings"],
  ["whatsapp:refused", "Marketing stopped in WhatsApp"],
  ["member", "Recorded by a member"],
  ["import: wateja.csv", "Import of wateja.csv"],
])("the source %s is shown as text", (source, words) => {
  expect(consentSourceWords(source)).toBe(words);
  expect(isWrittenByMember(source)).toBe(false);
});

it("a member's text is unchanged", () => {
  expect(consentSourceWords("by phone, 21 November")).toBe("by phone, 21 November");
  expect(isWrittenByMember("by phone, 21 November")).toBe(true);
});
