/** How long conversations are kept after their last message, in days; the first is what the privacy policy promises. */
export const retentionChoices = [30, 7, 14, 60, 90, 180, 365] as const;
export const defaultRetentionDays = 30;
