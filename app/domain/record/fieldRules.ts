/** How long both secrets sign after a change. */
export const overlapHours = 24;

/** How long events, deliveries and API calls are stored. */
export const logDays = 30;
