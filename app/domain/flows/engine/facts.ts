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

const placeholder = /\{([\p{L}\p{N}_ -]{1,60})\}/gu;

/** The names in braces of a text. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, name]) => name!.trim());

/** A text with what its names mean. */
export const filled = (text: string, state: Pick<FlowState, "answers">, person: Person): string =>
  text.replace(placeholder, (_, name: string) => factOf(name.trim(), state, person));

const same = (a: string, b: string) => a.trim().toLocaleLowerCase() === b.trim().toLocaleLowerCase();
/** Dates compare as texts, everything else as numbers. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

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
