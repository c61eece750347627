/** The hour of the weekly report on Mondays, by the organisation's clocks. */
export const weeklyReportHour = 8;
