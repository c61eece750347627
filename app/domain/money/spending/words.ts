import { m } from "#messages";

export const spendingDimensions = ["campaign", "number", "category", "member"] as const;
export type SpendingDimension = (typeof spendingDimensions)[number];

export const dimensionWords: Record<SpendingDimension, string> = {
  get campaign() {
    return m.labels_campaign();
  },
  get number() {
    return m.labels_number();
  },
  get category() {
    return m.labels_category();
  },
  get member() {
    return m.labels_member();
  },
};
