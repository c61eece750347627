import { expect, it } from "vitest";
import { wordsOf } from "./words.ts";

const wordsOfStored = (name: string, data: object) =>
  wordsOf({ name, data, subjectId: null, status: "success", changes: null });

it.each([
  ["bot.page_asked_for", "bot.page_requested", { bot: "Shop", source: "https://duka.test/" }],
  ["media.asked_for", "media.requested", {}],
  ["payout.asked_for", "payout.requested", { amountCents: 100_000 }],
  ["whatsapp.noted", "whatsapp.note_added", { account: "Duka Letu" }],
])("an event stored as %s reads as %s", (stored, present, data) => {
  const words = wordsOfStored(stored, data);
  expect(words).toEqual(wordsOfStored(present, data));
  expect(words.title).not.toBe(present);
});

it("facts stored under former names are shown", () => {
  const staff = { staff: "Njeri", minutes: 30, ticket: null };
  const opened = wordsOfStored("support.opened", { ...staff, reason: "They asked us to" });
  expect(wordsOfStored("support.opened", { ...staff, said: "They asked us to" })).toEqual(opened);
  expect(opened.details).toContain("They asked us to");
  const handedOver = { bot: "Shop", contact: "Asha", reason: "payment" };
  expect(wordsOfStored("bot.handed_over", { ...handedOver, asked: "How do I pay?" })).toEqual(
    wordsOfStored("bot.handed_over", { ...handedOver, question: "How do I pay?" }),
  );
});
