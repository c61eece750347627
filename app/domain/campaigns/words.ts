/** States of a campaign, apart from the schemas, so that a browser gets them without the validation. */
export const campaignStatuses = [
  "draft",
  "scheduled",
  "preparing",
  "sending",
  "paused",
  "completed",
  "cancelled",
] as const;
