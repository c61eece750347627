import { fieldOf } from "#app/platform/forms/fieldNames.ts";

/** A contact, with the data that conditions and texts use. */
export interface Person {
  name: string;
  phone: string;
  tags: readonly string[];
  fields: Readonly<Record<string, string>>;
}

/** The value of a name; empty when it is unknown or has none. */
export type FactOf = (name: string) => string;

export const contactFactsOf = ({ name, phone, tags }: Omit<Person, "fields">) => ({
  name,
  phone,
  tags: tags.join(", "),
});

/** Facts by their names, then the contact's fields, whose names are compared without case. */
export const factsFrom =
  (facts: Readonly<Record<string, string>>, fields: Person["fields"]): FactOf =>
  (name) =>
    (Object.hasOwn(facts, name) ? facts[name] : fieldOf(fields, name)) ?? "";
