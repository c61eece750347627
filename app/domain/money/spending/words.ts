export const spendingDimensions = ["campaign", "number", "category", "member"] as const;
export type SpendingDimension = (typeof spendingDimensions)[number];

export const dimensionWords: Record<SpendingDimension, string> = {
  campaign: "Campaign",
  number: "Number",
  category: "Category",
  member: "Member",
};
