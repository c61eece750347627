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
        ? m.checks_plain_required()
        : m.checks_plain_wrong_type();
    case "too_small":
      return issue.origin === "string" && Number(issue.minimum) <= 1
        ? m.checks_plain_required()
        : tooLittle(issue.origin, String(issue.minimum));
    case "too_big":
      return tooMuch(issue.origin, String(issue.maximum));
    case "invalid_value":
    case "invalid_union":
      return m.checks_plain_choice_invalid();
    case "unrecognized_keys":
      return m.checks_plain_unknown_fields();
    default:
      return m.checks_plain_format();
  }
};

const hasEntries = (origin: string) => origin === "array" || origin === "set" || origin === "map";

function tooLittle(origin: string, least: string): string {
  if (origin === "string") return m.checks_plain_least_characters({ least });
  return hasEntries(origin) ? m.checks_plain_least_entries({ least }) : m.checks_plain_least_value({ least });
}

function tooMuch(origin: string, most: string): string {
  if (origin === "string") return m.checks_plain_most_characters({ most });
  return hasEntries(origin) ? m.checks_plain_most_entries({ most }) : m.checks_plain_most_value({ most });
}
