import type { FlowOperator } from "#app/db/schema/flows.ts";
import type { FlowState, Person } from "./state.ts";

/** What a name means now: an answer, a fact of the contact, or one of its fields. Unknown names are empty. */
export function factOf(name: string, { answers }: Pick<FlowState, "answers">, person: Person): string {
  if (Object.hasOwn(answers, name)) return answers[name]!;
  if (name === "name") return person.name;
  if (name === "phone") return person.phone;
  if (name === "tags") return person.tags.join(", ");
  const wanted = name.toLocaleLowerCase();
  const field = Object.keys(person.fields).find((key) => key.toLocaleLowerCase() === wanted);
  return field === undefined ? "" : person.fields[field]!;
}

const placeholder = /(,? ?)\{([\p{L}\p{N}_ -]{1,60})\}/gu;

/** The names in braces of a text. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, , name]) => name!.trim());

/** Dates compare as texts, everything else as numbers. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

type Shown = (fact: string) => string;
type Known = Pick<FlowState, "answers">;

/** A comma before a name that means nothing goes with it: “Welcome, {name}.” */
const replaced = (text: string, state: Known, person: Person, shown: Shown): string =>
  text.replace(placeholder, (_, before: string, name: string) => {
    const fact = factOf(name.trim(), state, person);
    return fact === "" && before.startsWith(",") ? "" : before + shown(fact);
  });

/** A text with what its names mean, as it is kept and compared. */
export const filled = (text: string, state: Known, person: Person): string =>
  replaced(text, state, person, (fact) => fact);

/** The same for people, who write 24/11/2026. */
export const told = (text: string, state: Known, person: Person): string =>
  replaced(text, state, person, (fact) => (isDay(fact) ? fact.split("-").toReversed().join("/") : fact));

const same = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();
export function holds(fact: string, operator: FlowOperator, value: string): boolean {
  const compared = isDay(fact) && isDay(value) ? [fact, value] : [Number(fact), Number(value)];
  const [left, right] = compared as [number, number];
  switch (operator) {
    case "is":
      return same(fact, value) || fact.split(", ").some((one) => same(one, value));
    case "is_not":
      return !holds(fact, "is", value);
    case "contains":
      return fact.toLocaleLowerCase().includes(value.toLocaleLowerCase());
    case "at_least":
      return fact !== "" && left >= right;
    case "at_most":
      return fact !== "" && left <= right;
    case "given":
      return fact !== "";
  }
}
