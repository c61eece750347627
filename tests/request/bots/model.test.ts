import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeWithModel } from "#app/domain/bots/answering/writeWithModel.server.ts";
import { type RunningModelSimulator, startModelSimulator } from "#simulators/llm/server.ts";

const delivery = {
  entryId: "ben_delivery",
  language: "en",
  question: "Do you deliver to Nakuru?",
  answer: "We deliver all over Kenya. Delivery to Nakuru costs KES 350.",
  score: 0.6,
} as const;

let simulator: RunningModelSimulator;
beforeAll(async () => {
  simulator = await startModelSimulator();
});
afterAll(() => simulator.close());

async function written(behaviour: { kind: string; content?: string }) {
  const response = await fetch(`${simulator.url}/_sim/behaviour`, {
    method: "POST",
    body: JSON.stringify({ ...behaviour, count: 1 }),
  });
  expect(response.status).toBe(200);
  return writeWithModel(
    {
      baseUrl: `${simulator.url}/v1`,
      apiKey: undefined,
      model: "gpt-4o-mini",
      inputCentsPerMillion: 2000,
      outputCentsPerMillion: 8000,
    },
    { about: "A shop in Nairobi.", question: "Do you deliver?", language: "en", found: [delivery] },
  );
}

const scripted = (reply: string, more: object = {}) => ({
  kind: "scripted",
  content: JSON.stringify({
    reply,
    sources: [delivery.entryId],
    action: "answer",
    language: "en",
    ...more,
  }),
});

describe("a reply written by a model", () => {
  it("is sent when the cited entries support it", async () => {
    expect(await written({ kind: "honest" })).toMatchObject({
      kind: "answer",
      reply: delivery.answer,
      entryIds: [delivery.entryId],
    });
    expect(await written({ kind: "unsure" })).toMatchObject({ kind: "handover" });
  });

  it.each([
    ["a price and a link that nobody wrote", { kind: "lying" }],
    ["the instructions, with no entry cited", { kind: "injected" }],
    ["another price", scripted("Delivery to Nakuru costs KES 250.")],
    ["a promise of no cost", scripted("Delivery to Nakuru is free.")],
    ["an entry that it was not given", scripted(delivery.answer, { sources: ["ben_other"] })],
    ["another language", scripted("Tunapeleka Nakuru kwa KES 350.", { language: "sw" })],
  ])("is not sent: %s", async (_what, behaviour) => {
    expect(await written(behaviour)).toMatchObject({ kind: "unusable" });
  });

  it("is replaced when the model fails or returns no reply", async () => {
    expect(await written({ kind: "failing" })).toEqual({ kind: "down" });
    expect(await written({ kind: "malformed" })).toEqual({ kind: "down" });
  });

  it("times out after 8 seconds", async () => {
    const began = performance.now();
    expect(await written({ kind: "slow" })).toEqual({ kind: "down" });
    const waitedMs = performance.now() - began;
    expect(waitedMs).toBeGreaterThan(7_500);
    // A second try would end after 16 seconds.
    expect(waitedMs).toBeLessThan(15_500);
  });
});
