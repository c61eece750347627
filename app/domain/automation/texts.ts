import { maxTitleLength } from "#app/domain/crm/words.ts";
import type { FactOf } from "./facts.ts";

/** With a comma before it, which is removed when the name has no value: “Welcome, {name}.” */
const placeholder = /(,? ?)\{([\p{L}\p{N}_ -]{1,60})\}/gu;

/** The names in braces of a text. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(placeholder)].map(([, , name]) => name!.trim());

const fill = (text: string, factOf: FactOf, shown: (fact: string) => string): string =>
  text.replace(placeholder, (_, before: string, name: string) => {
    const fact = factOf(name.trim());
    return fact === "" && before.startsWith(",") ? "" : before + shown(fact);
  });

/** A text with the values of its names, as it is stored, compared and given to templates. */
export const filled = (text: string, factOf: FactOf): string => fill(text, factOf, (fact) => fact);

/** A day as 2026-12-24. */
export const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The same for people, who write 24/12/2026. */
export const rendered = (text: string, factOf: FactOf): string =>
  fill(text, factOf, (fact) => (isDay(fact) ? fact.split("-").toReversed().join("/") : fact));

/** For the team, a contact without a name is their number. */
export const forTeam =
  (factOf: FactOf): FactOf =>
  (name) =>
    factOf(name) || (name === "name" ? factOf("phone") : "");

/** A title for the team, on one line; a text whose names have no values stays as written. */
export const titled = (text: string, factOf: FactOf): string =>
  rendered(text, forTeam(factOf)).replaceAll(/\s+/g, " ").trim().slice(0, maxTitleLength).toWellFormed() ||
  text;
