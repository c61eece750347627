import type { RuleCondition } from "#app/db/schema/integrations.ts";

/** What is known of an event, by the names of `triggers`; absent facts are empty. */
export type Facts = Record<string, string>;

interface Person {
  name: string;
  phone: string | null;
  tags: readonly string[];
}

/** The facts of an event: its own data, and the contact as they are now. */
export function factsOf(data: unknown, person: Person | undefined): Facts {
  const own = data as Record<string, unknown>;
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  const { amountCents, excerpt, contact, name, ...rest } = own;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, text(value)])),
    ...(excerpt === undefined ? {} : { text: text(excerpt) }),
    ...(typeof amountCents === "number" ? { amount: (amountCents / 100).toFixed(2) } : {}),
    name: person?.name || text(contact ?? name),
    phone: person?.phone ?? text(own.phone),
    tags: (person?.tags ?? []).join(", "),
  };
}

const same = (a: string, b: string) => a.toLocaleLowerCase() === b.toLocaleLowerCase();

/** Whether a condition holds; tags are a list, of which one has to fit. */
export function holds({ field, operator, value }: RuleCondition, facts: Facts): boolean {
  const fact = facts[field] ?? "";
  const has = field === "tags" ? fact.split(", ").some((tag) => same(tag, value)) : same(fact, value);
  switch (operator) {
    case "is":
      return has;
    case "is_not":
      return !has;
    case "contains":
      return fact.toLocaleLowerCase().includes(value.toLocaleLowerCase());
    case "at_least":
      return fact !== "" && Number(fact) >= Number(value);
    case "at_most":
      return fact !== "" && Number(fact) <= Number(value);
    case "given":
      return fact !== "";
  }
}

/** A value of a template, with `{name}` and the like replaced by facts. */
export const filled = (text: string, facts: Facts): string =>
  text.replace(/\{(\w+)\}/g, (whole, key: string) => (key in facts ? facts[key]! : whole)).slice(0, 1024);

/** One line for the team, to whom somebody without a name is their number. */
export const titled = (text: string, facts: Facts): string =>
  filled(text, { ...facts, name: facts.name || facts.phone || "" })
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, 120);
