import type { SkippedItems } from "#app/db/schema/sales/catalogues.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

const reasons = {
  currency: m.catalogues_skipped_currency,
  price: m.catalogues_skipped_price,
  code: m.catalogues_skipped_code,
  hidden: m.catalogues_skipped_hidden,
} as const;

/** Why items are not products, each with their number. */
export const skippedWords = (skipped: SkippedItems): string[] =>
  (Object.keys(reasons) as (keyof typeof reasons)[]).flatMap((why) =>
    skipped[why] ? [reasons[why]({ count: formatCount(skipped[why]) })] : [],
  );
