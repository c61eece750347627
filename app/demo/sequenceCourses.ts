import type { EnrolmentEnd, StepOutcome } from "#app/db/schema/sequences/sequences.ts";
import { dayMs, hourMs, nairobiMidnight } from "./seed.ts";

export interface Sent {
  stepId: string;
  template: string;
  at: Date;
}

/** How far a contact got in a sequence. */
export interface Course {
  /** Null: not enrolled. */
  enteredAt: Date | null;
  anchorAt: Date | null;
  sent: Sent[];
  reply?: { at: Date; text: string };
  passed: { stepId: string; at: Date; outcome: StepOutcome }[];
  /** The step at which it stands or ended, and since when. */
  stepId: string | null;
  since: Date;
  waitsUntil: Date | null;
  end?: { reason: EnrolmentEnd; at: Date };
}

/** A time of the day, so many days ago, in Nairobi. */
const clockOf = (now: Date, daysAgo: number, hour: number) =>
  new Date(nairobiMidnight(now, daysAgo) + hour * hourMs);

/** The day on which a pupil's trip is due, in days from today: by the pupil's form. */
export const tripDayOf = (index: number): number => [2, -1, 5][index % 3]!;

/** When the trip was paid, in days ago; undefined: not yet. Pupil 21 had paid too much before. */
const tripPaidDaysAgo: Readonly<Record<number, number>> = { 0: 1, 1: 3, 4: 3, 6: 1, 12: 1, 13: 1 };
export const tripPaidAt = (index: number, now: Date): Date | undefined => {
  const daysAgo = tripPaidDaysAgo[index];
  return daysAgo === undefined ? undefined : clockOf(now, daysAgo, 15);
};
export const paidTripBefore = 21;

/** Reminders three days before the trip's day, on it and three days after it. */
export function feeCourse(index: number, now: Date): Course {
  const due = tripDayOf(index);
  const paidAt = tripPaidAt(index, now);
  const anchorAt = clockOf(now, -due, 0);
  const enteredAt = index === paidTripBefore ? null : clockOf(now, 7 - due, 10);
  const course: Course = {
    ...{ enteredAt, anchorAt, sent: [], passed: [], stepId: "s1", since: enteredAt ?? now, waitsUntil: null },
  };
  if (!enteredAt) return course;
  const plan = [-3, 0, 3].map((days, place) => ({
    ...{ at: clockOf(now, -(due + days), 9), wait: `s${place * 2 + 1}`, send: `s${place * 2 + 2}` },
  }));
  for (const { at, wait, send } of plan) {
    Object.assign(course, { stepId: wait, waitsUntil: at });
    if (at > now || (paidAt && paidAt < at)) break;
    course.passed.push({ stepId: wait, at, outcome: "done" }, { stepId: send, at, outcome: "sent" });
    course.sent.push({ stepId: send, template: "fee_reminder", at });
    course.since = at;
  }
  return paidAt ? { ...course, end: { reason: "paid", at: paidAt } } : course;
}

/** The catalogue, an offer three days later, and a tag for good customers after four more; some reply. */
export function offerCourse(index: number, now: Date): Course {
  const daysAgo = 1 + Math.floor(index / 2);
  const first = clockOf(now, daysAgo, 10);
  const second = new Date(first.getTime() + 3 * dayMs);
  const last = new Date(second.getTime() + 4 * dayMs);
  const begun: Course = {
    ...{ enteredAt: first, anchorAt: null, stepId: "s2", since: first, waitsUntil: second },
    sent: [{ stepId: "s1", template: "new_catalogue", at: first }],
    passed: [{ stepId: "s1", at: first, outcome: "sent" }],
  };
  if (index % 6 === 2) {
    const reply = { at: new Date(first.getTime() + 2 * hourMs), text: "Asante, nitapita dukani Jumamosi" };
    return { ...begun, reply, end: { reason: "replied", at: reply.at } };
  }
  if (second > now) return begun;
  begun.sent.push({ stepId: "s3", template: "weekend_offer", at: second });
  begun.passed.push(
    { stepId: "s2", at: second, outcome: "done" },
    { stepId: "s3", at: second, outcome: "sent" },
  );
  if (last > now) return { ...begun, stepId: "s4", since: second, waitsUntil: last };
  const isVip = index % 4 === 0;
  begun.passed.push({ stepId: "s4", at: last, outcome: "done" });
  begun.passed.push({ stepId: "s5", at: last, outcome: isVip ? "done" : "otherwise" });
  if (isVip) begun.passed.push({ stepId: "s6", at: last, outcome: "done" });
  return { ...begun, stepId: null, since: last, end: { reason: "completed", at: last } };
}
