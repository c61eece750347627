import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

/** A field's error above a limit of its schema, which the text names. */
/* @__NO_SIDE_EFFECTS__ */
export const atMost = (text: (inputs: { most: string }) => string) => ({
  error: (issue: { maximum?: unknown }) => text({ most: formatCount(Number(issue.maximum)) }),
});

/** A field's error below a limit of its schema, which the text names. */
/* @__NO_SIDE_EFFECTS__ */
export const atLeast = (text: (inputs: { least: string }) => string) => ({
  error: (issue: { minimum?: unknown }) => text({ least: formatCount(Number(issue.minimum)) }),
});

export const tooLong = /* @__PURE__ */ atMost(m.checks_text_too_long);
