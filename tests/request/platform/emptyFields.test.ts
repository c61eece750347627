import { parseWithZod } from "@conform-to/zod/v4";
import { expect, it } from "vitest";
import * as bots from "#app/domain/bots/schemas.ts";
import * as crm from "#app/domain/crm/schemas.ts";
import * as flows from "#app/domain/flows/schemas.ts";

/** A form with only its required fields filled, as a browser sends it. */
const read = (schema: unknown, typed: Record<string, string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return parseWithZod(form, { schema: schema as typeof flows.publishForm });
};

it.each([
  ["a flow's publication", flows.publishForm, {}],
  ["a flow's settings", flows.flowSettings, { name: "Rate us", language: "en", keywords: "", reminder: "" }],
  ["a step", flows.stepForm, { kind: "say", text: "Karibu", retry: "" }],
  ["the simulator, begun again", flows.trialInput, { intent: "restart" }],
  ["a test of a flow", flows.testForm, { name: "Straight", expects: "completed", inputs: "" }],
  ["a bot", bots.botFields, { name: "Duka", about: "We sell household goods." }],
  ["an entry in one language", bots.entryFields, { questionSw: "Mko wapi?", answerSw: "Moi Avenue." }],
  ["a bot's publication", bots.publishFields, { reason: "" }],
  ["a task", crm.newTask, { title: "Ring them", dueAt: "2026-12-01T10:00", note: "" }],
  ["a deal", crm.newDeal, { title: "Chairs", stageId: "dst_1", contactId: "con_1", closesOn: "" }],
])("%s is accepted without optional fields", (_, schema, typed) => {
  expect(read(schema, typed).reply().error ?? undefined).toBeUndefined();
});
