import { expect, it } from "vitest";
import { knownOf } from "./facts.ts";

const asha = { name: "Asha Mwangi", phone: "+254712345678", tags: ["vip"], fields: { Town: "Nakuru" } };

it("the facts of an event are its data and the contact's present state", () => {
  const data = { contact: "Asha", phone: "+254700000000", amountCents: 150_000, excerpt: "Bei gani?" };
  const { facts, factOf } = knownOf(data, asha);
  expect(facts).toEqual({
    ...{ name: "Asha Mwangi", phone: "+254712345678", tags: "vip" },
    ...{ text: "Bei gani?", amount: "1500.00" },
  });
  expect(["amount", "town", "nothing"].map(factOf)).toEqual(["1500.00", "Nakuru", ""]);
});

it("without a contact, the person is the one in the event's data", () => {
  const { facts } = knownOf({ name: "Juma", phone: "+254712345678", receipt: null }, undefined);
  expect(facts).toEqual({ name: "Juma", phone: "+254712345678", tags: "", receipt: "" });
});
