import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

/** A field's error for a text that is too long, as a parameter of the schema's own check. */
export const atMost = (most: number) => ({
  error: () => m.checks_at_most_characters({ most: formatCount(most) }),
});
export const writeAtMost = (most: number) => ({
  error: () => m.checks_write_at_most_characters({ most: formatCount(most) }),
});
export const noMoreThan = (most: number) => ({
  error: () => m.checks_use_at_most_characters({ most: formatCount(most) }),
});
export const keepWithin = (most: number) => ({
  error: () => m.checks_keep_within_characters({ most: formatCount(most) }),
});
