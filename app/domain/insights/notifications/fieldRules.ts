/** The hour of the daily email, Nairobi time. */
export const dailyEmailHour = 7;
