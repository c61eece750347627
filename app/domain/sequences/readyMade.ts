import type { SequenceStep } from "#app/db/schema/sequences/sequences.ts";

const clock = "09:00";
const untilAnchor = (id: string, days: number): SequenceStep => ({
  ...{ id, kind: "wait" },
  wait: { until: "anchor", days, clock },
});
const reminder = (id: string): SequenceStep => ({ id, kind: "send", templateId: "", values: [] });

/** Reminders three days before a date, on it, and three days after it. The organisation chooses the templates. */
export const feeSteps: SequenceStep[] = [
  untilAnchor("s1", -3),
  reminder("s2"),
  untilAnchor("s3", 0),
  reminder("s4"),
  untilAnchor("s5", 3),
  reminder("s6"),
];
