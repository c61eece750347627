import type { DifferenceKind } from "#app/domain/sales/payments/words.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const differenceWords: Readonly<Record<DifferenceKind, string>> = lazy({
  not_listed: m.tills_difference_not_listed,
  amount: m.tills_difference_amount,
});
