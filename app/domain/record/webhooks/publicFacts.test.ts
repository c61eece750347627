import { describe, expect, it } from "vitest";
import { publicOf } from "#app/domain/record/publicFacts.ts";
import type { RecordedEvent } from "../record.server.ts";
import { publicData } from "./publicData.ts";

const eventOf = (webhook: object | undefined, input: object) =>
  ({ type: { name: "deal.won", webhook }, input }) as unknown as RecordedEvent;
const data = { title: "Chairs", secretNote: "call back", valueCents: undefined };

describe("what webhooks get of an event", () => {
  it("is nothing of a type that is not public", () => {
    expect(publicOf(eventOf(undefined, { subject: "dea_1", data }))).toBeUndefined();
    // A public one whose facts its room has not given.
    expect(publicOf(eventOf({ label: "Won" }, { subject: "dea_1", data }))).toBeUndefined();
  });

  it("is the named fields alone, with the id of the subject, without what is not known", () => {
    const fields = { title: "title", value_cents: "valueCents" };
    const facts = publicOf(eventOf({ fields }, { subject: "dea_0199a1b2c3d40001aabbccddeeff0011", data }));
    expect(facts?.data).toStrictEqual({ deal_id: "dea_0199a1b2c3d40001aabbccddeeff0011", title: "Chairs" });
    expect(JSON.stringify(facts)).not.toContain("call back");
  });

  it("is without an id where the event has no subject", () => {
    const facts = publicOf(eventOf({ fields: { title: "title" } }, { subject: null, data }));
    expect(facts).toMatchObject({ subject: "", data: { title: "Chairs" } });
    expect(Object.keys(facts!.data)).toEqual(["title"]);
  });
});

it("a file gets an address where a key downloads it, and nothing else is changed", () => {
  const url = "https://tarishi.test/api/v1/media/med_1/content";
  expect(publicData("https://tarishi.test", { text: "Hii", media: { id: "med_1", type: "image" } })).toEqual({
    text: "Hii",
    media: { id: "med_1", type: "image", url },
  });
  for (const plain of [{ text: "Hii" }, { media: null }, { media: { type: "image" } }])
    expect(publicData("https://tarishi.test", plain)).toBe(plain);
});
