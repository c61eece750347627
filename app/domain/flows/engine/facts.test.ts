import { expect, it } from "vitest";
import { filled, namesIn, told } from "./facts.ts";

const person = { name: "", phone: "+254712000111", tags: ["vip"], fields: { Town: "Nakuru" } };
const state = { answers: { day: "2026-11-24", item: "" } };

it("somebody without a name is greeted without a gap", () => {
  expect(told("Welcome, {name}. What is it?", state, person)).toBe("Welcome. What is it?");
  expect(told("Welcome, {name}.", state, { ...person, name: "Asha" })).toBe("Welcome, Asha.");
  expect(told("For {town}, {item}: {unknown}", state, person)).toBe("For Nakuru: ");
});

it("a day reads as people write it, and stays as it is where it is kept", () => {
  expect(told("On {day}?", state, person)).toBe("On 24/11/2026?");
  expect(filled("{day}", state, person)).toBe("2026-11-24");
});

it("names are found with what stands before them", () => {
  expect(namesIn("Hi, {name}: {day}{town}")).toEqual(["name", "day", "town"]);
});
