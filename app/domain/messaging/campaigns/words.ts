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

type CampaignStatus = (typeof campaignStatuses)[number];

/** Something still happens by itself: a page about it refreshes. */
export const isRunning = (status: CampaignStatus): boolean => status === "preparing" || status === "sending";

/** A campaign whose time is still ahead may wait for it, paused or not. */
export const mayWait = (status: CampaignStatus): boolean => status === "scheduled" || status === "paused";
