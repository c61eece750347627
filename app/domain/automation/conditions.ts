import type { Condition } from "#app/db/schema/automation/conditions.ts";
import type { FactOf } from "./facts.ts";
import { isDay } from "./texts.ts";

const isNumber = (text: string) => text !== "" && !Number.isNaN(Number(text));

/** Whether `at_least` and `at_most` can compare with a text: a number, or a day as 2026-12-24. */
export const isComparable = (text: string): boolean => isDay(text) || isNumber(text);

/** Below, at or above 0; NaN where the two cannot be compared. */
function difference(fact: string, value: string): number {
  if (isDay(fact) && isDay(value)) return fact.localeCompare(value);
  return isNumber(fact) && isNumber(value) ? Number(fact) - Number(value) : Number.NaN;
}

const lower = (text: string) => text.trim().toLowerCase();

/** Whether a condition holds, ignoring case and outer spaces. Tags are a list, of which one must match. */
export function holds({ field, operator, value }: Condition, factOf: FactOf): boolean {
  const [fact, wanted] = [lower(factOf(field)), lower(value)];
  switch (operator) {
    case "is":
      return fact === wanted || (field === "tags" && fact.split(", ").includes(wanted));
    case "is_not":
      return !holds({ field, operator: "is", value }, factOf);
    case "contains":
      return wanted !== "" && fact.includes(wanted);
    case "at_least":
      return difference(fact, wanted) >= 0;
    case "at_most":
      return difference(fact, wanted) <= 0;
    case "given":
      return fact !== "";
  }
}
