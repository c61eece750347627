import type { ScheduledState } from "#app/db/schema/messaging/scheduled.ts";

/** The moves of a scheduled message. A member cancels it, or clears one that was not sent from the thread. */
export const scheduledMoves: Record<ScheduledState, readonly ScheduledState[]> = {
  scheduled: ["sent", "cancelled", "expired", "failed"],
  expired: ["cancelled"],
  failed: ["cancelled"],
  sent: [],
  cancelled: [],
};
