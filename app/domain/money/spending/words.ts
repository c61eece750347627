import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const spendingDimensions = ["campaign", "number", "category", "member"] as const;
export type SpendingDimension = (typeof spendingDimensions)[number];

export const dimensionWords: Record<SpendingDimension, string> = lazy({
  campaign: m.labels_campaign,
  number: m.labels_number,
  category: m.labels_category,
  member: m.labels_member,
});
