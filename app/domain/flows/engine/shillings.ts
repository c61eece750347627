import { maxValue } from "#app/domain/crm/words.ts";
import { typedCents } from "#app/platform/money/typedKes.ts";

/** An amount of a deal as customers write it, in cents; undefined if it is none. */
export function shillingsIn(text: string): number | undefined {
  const cents = typedCents(text);
  return cents !== undefined && cents <= maxValue * 100 ? cents : undefined;
}
