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

/** Something still happens by itself: a page about it refreshes. */
export const isRunning = (status: (typeof campaignStatuses)[number]): boolean =>
  status === "preparing" || status === "sending";
