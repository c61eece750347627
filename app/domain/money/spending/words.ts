import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const spendingDimensions = ["campaign", "number", "category", "member"] as const;
export type SpendingDimension = (typeof spendingDimensions)[number];

export const dimensionWords: Record<SpendingDimension, string> = lazy({
  campaign: m.common_campaign,
  number: m.common_kind_number,
  category: m.common_category,
  member: m.common_member,
});
