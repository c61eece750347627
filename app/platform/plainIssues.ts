import type { z } from "zod";

/**
 * What people read where a schema has no words of its own, in place of the validation's ("expected string, received
 * undefined"). For parsing at the doors: forms and API.
 */
export const plainIssues: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined || issue.input === null
        ? "Please fill in this field."
        : "This is not in the right format.";
    case "too_small":
      return issue.origin === "string" && Number(issue.minimum) <= 1
        ? "Please fill in this field."
        : `This must be at least ${issue.minimum}${unitOf(issue.origin)}.`;
    case "too_big":
      return `This can be at most ${issue.maximum}${unitOf(issue.origin)}.`;
    case "invalid_value":
    case "invalid_union":
      return "Choose one of the answers that are offered.";
    case "unrecognized_keys":
      return "There is more here than is asked for.";
    default:
      return "This is not written as it should be.";
  }
};

function unitOf(origin: string): string {
  if (origin === "string") return " characters long";
  return origin === "array" || origin === "set" || origin === "map" ? " entries long" : "";
}
