import { expect, it } from "vitest";
import { listMessage } from "./listMessage.ts";

const found = (entryId: string, question: string) => ({
  ...{ entryId, language: "en" as const, question, answer: "", score: 0.4 },
});
const rowsOf = ({ interactive }: ReturnType<typeof listMessage>) => interactive.action.sections[0]!.rows;

it("offers the entries and a person last, as a list and by numbers", () => {
  const message = listMessage("en", [found("ben_1", "Opening hours?"), found("ben_2", "Where are you?")]);
  expect(message.body).toBe("Did you mean one of these?\n1. Opening hours?\n2. Where are you?\n3. A person");
  expect(rowsOf(message).map(({ title }) => title)).toEqual(["Opening hours?", "Where are you?", "A person"]);
  expect(new Set(rowsOf(message).map(({ id }) => id)).size).toBe(3);
});

it("cuts a long question to WhatsApp's limit, and shows more of it below", () => {
  const question = "What does the delivery of a sofa from Nairobi to Nakuru cost on a public holiday?";
  const [row] = rowsOf(listMessage("sw", [found("ben_1", question)]));
  expect(row).toMatchObject({ title: "What does the delivery…" });
  expect(row!.description).toMatch(/^What does the delivery of a sofa .*…$/);
  expect(row!.description!.length).toBeLessThanOrEqual(72);
});

it("does not split characters", () => {
  const [row] = rowsOf(listMessage("en", [found("ben_1", "😀".repeat(40))]));
  expect([row!.title.isWellFormed(), [...row!.title].length]).toEqual([true, 24]);
});
