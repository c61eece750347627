/** The periods of figures, with their length in days. */
export const periodDays = { "24hours": 1, "7days": 7, "30days": 30, "90days": 90 } as const;
export type Period = keyof typeof periodDays;
