/** The most messages that wait for their time in one conversation. */
export const maxScheduled = 20;
