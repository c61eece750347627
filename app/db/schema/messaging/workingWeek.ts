/** A business's opening hours on one weekday, in Kenya's time: `08:00` to `17:30`. Null: closed. */
export type OpenHours = { from: string; to: string } | null;
/** Monday to Sunday. */
export type WorkingWeek = [OpenHours, OpenHours, OpenHours, OpenHours, OpenHours, OpenHours, OpenHours];
