import { contactFactsOf, type FactOf, factsFrom } from "#app/domain/automation/facts.ts";

/** An event's facts, by the names of `triggers`; missing ones are empty. */
export type Facts = Record<string, string>;

export interface EventContact {
  name: string;
  phone: string | null;
  tags: readonly string[];
  fields: Record<string, string>;
}

/** The facts of an event and its contact, and a lookup of the names in texts and conditions. */
export interface Known {
  facts: Facts;
  factOf: FactOf;
}

/** The facts of an event's data and of the contact's present state. */
export function knownOf(data: unknown, contact: EventContact | undefined): Known {
  const facts = factsOf(data, contact);
  return { facts, factOf: factsFrom(facts, contact?.fields ?? {}) };
}

function factsOf(data: unknown, person: EventContact | undefined): Facts {
  const own = data as Record<string, unknown>;
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  const { amountCents, excerpt, contact, name, ...rest } = own;
  return {
    ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, text(value)])),
    ...(excerpt === undefined ? {} : { text: text(excerpt) }),
    ...(typeof amountCents === "number" ? { amount: (amountCents / 100).toFixed(2) } : {}),
    ...contactFactsOf({
      name: person?.name || text(contact ?? name),
      phone: person?.phone ?? text(own.phone),
      tags: person?.tags ?? [],
    }),
  };
}
