import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

/** A field's error for a text that is too long, as a parameter of the schema's own check. */
export const atMost = (most: number) => ({
  error: () => m.checks_text_too_long({ most: formatCount(most) }),
});
export const writeAtMost = (most: number) => ({
  error: () => m.checks_contact_text_too_long({ most: formatCount(most) }),
});
export const noMoreThan = (most: number) => ({
  error: () => m.checks_no_more_than_characters({ most: formatCount(most) }),
});
export const keepWithin = (most: number) => ({
  error: () => m.checks_within_characters({ most: formatCount(most) }),
});
