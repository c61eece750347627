import type { z } from "zod";
import { m } from "#messages";

/**
 * Texts for schema errors without their own, instead of the validation's ("expected string, received
 * undefined"). For parsing at the edges: forms and API.
 */
export const plainIssues: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null
        ? m.checks_please_fill_in()
        : m.checks_not_in_the_right_format();
    case "too_small":
      return issue.origin === "string" && Number(issue.minimum) <= 1
        ? m.checks_please_fill_in()
        : tooLittle(issue.origin, String(issue.minimum));
    case "too_big":
      return tooMuch(issue.origin, String(issue.maximum));
    case "invalid_value":
    case "invalid_union":
      return m.checks_choose_an_offered_answer();
    case "unrecognized_keys":
      return m.checks_more_than_asked_for();
    default:
      return m.checks_not_written_as_it_should_be();
  }
};

const hasEntries = (origin: string) => origin === "array" || origin === "set" || origin === "map";

function tooLittle(origin: string, least: string): string {
  if (origin === "string") return m.checks_at_least_characters_long({ least });
  return hasEntries(origin) ? m.checks_at_least_entries_long({ least }) : m.checks_at_least_this({ least });
}

function tooMuch(origin: string, most: string): string {
  if (origin === "string") return m.checks_at_most_characters_long({ most });
  return hasEntries(origin) ? m.checks_at_most_entries_long({ most }) : m.checks_at_most_this({ most });
}
