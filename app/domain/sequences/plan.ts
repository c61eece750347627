import type { SequenceStep, Wait } from "#app/db/schema/sequences/sequences.ts";
import { holds } from "#app/domain/automation/conditions.ts";
import type { FactOf } from "#app/domain/automation/facts.ts";
import { isDay } from "#app/domain/automation/texts.ts";
import { endOfQuiet, type QuietHours } from "#app/domain/messaging/campaigns/delivery.ts";
import { afterWorkingMinutes } from "#app/domain/messaging/inboxSettings/workingHours.ts";
import { fromZoneInput, toZoneInput } from "#app/platform/time/zones.ts";

type Week = Parameters<typeof afterWorkingMinutes>[0];

/** The organisation's clocks. */
export interface Clocks {
  zone: string;
  week: Week;
  quiet: QuietHours | null;
}

/** What the steps are about. */
export interface Subject {
  /** The date of the enrolment; null without one. */
  anchorAt: Date | null;
  factOf: FactOf;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** A date that is further back has been missed: what was planned for it is skipped. */
const latestMs = dayMs;

export const stepsOf = (steps: readonly SequenceStep[], kind: SequenceStep["kind"]) =>
  steps.filter((step) => step.kind === kind);

/** Whether a step waits for the date of the enrolment. */
export const needsAnchor = (steps: readonly SequenceStep[]): boolean =>
  steps.some((step) => step.kind === "wait" && step.wait.until === "anchor");

/** The step after one, or the one to which it leads; undefined at the end. */
export function stepAfter(
  steps: readonly SequenceStep[],
  stepId: string,
  goTo = "",
): SequenceStep | undefined {
  if (goTo === "end") return undefined;
  if (goTo !== "") return steps.find(({ id }) => id === goTo);
  return steps[steps.findIndex(({ id }) => id === stepId) + 1];
}

/** Noon of the day in Kenya: the same day in nearly every timezone. */
export const anchorOf = (day: string): Date | null => (day === "" ? null : new Date(`${day}T09:00:00Z`));

/** A day of a zone's calendar, so many days later, at a time of its clocks; null for an impossible one. */
function momentOf(day: string, days: number, clock: string, zone: string): Date | null {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (!isDay(day) || Number.isNaN(midnight)) return null;
  const meant = new Date(midnight + days * dayMs).toISOString().slice(0, 10);
  return fromZoneInput(`${meant}T${clock}`, zone);
}

function dayMeant(wait: Extract<Wait, { days: number }>, { anchorAt, factOf }: Subject, zone: string) {
  if (wait.until === "date") return wait.date;
  if (wait.until === "field") return factOf(wait.field).slice(0, 10);
  return anchorAt ? toZoneInput(anchorAt, zone).slice(0, 10) : "";
}

/** When a wait that begins now is over: `missed` for a date that passed, `no_date` without a date. */
export function endOfWait(
  wait: Wait,
  from: Date,
  subject: Subject,
  clocks: Clocks,
): Date | "missed" | "no_date" {
  switch (wait.until) {
    case "hours":
      return new Date(from.getTime() + wait.amount * hourMs);
    case "days":
      return new Date(from.getTime() + wait.amount * dayMs);
    case "working":
      return afterWorkingMinutes(clocks.week, from, 0);
    default: {
      const at = momentOf(dayMeant(wait, subject, clocks.zone), wait.days, wait.clock, clocks.zone);
      if (at === null) return "no_date";
      if (at.getTime() < from.getTime() - latestMs) return "missed";
      return at < from ? from : at;
    }
  }
}

/** Where a missed date leads: to the next wait, since what lies between was planned for that date. */
export function afterMissed(steps: readonly SequenceStep[], stepId: string): SequenceStep | undefined {
  const from = steps.findIndex(({ id }) => id === stepId);
  return steps.slice(from + 1).find(({ kind }) => kind === "wait");
}

/** Where a check leads. */
export function afterCheck(
  steps: readonly SequenceStep[],
  step: Extract<SequenceStep, { kind: "check" }>,
  factOf: FactOf,
): { isMet: boolean; next: SequenceStep | undefined } {
  const { fact: field, operator, value } = step;
  const isMet = holds({ field, operator, value }, factOf);
  return { isMet, next: stepAfter(steps, step.id, isMet ? "" : step.otherwise) };
}

/** When a message that is due now may go. */
export const sendingTime = (quiet: QuietHours | null, at: Date): Date => endOfQuiet(quiet, at) ?? at;

/** The most steps of a sort on any way through the steps. Ways lead forward only. */
export function mostOf(steps: readonly SequenceStep[], isMeant: (step: SequenceStep) => boolean): number {
  const from = new Map<string, number>();
  const after = (step: SequenceStep, goTo = "") => {
    const next = stepAfter(steps, step.id, goTo);
    return next ? (from.get(next.id) ?? 0) : 0;
  };
  for (const step of steps.toReversed()) {
    const straight = step.kind === "end" ? 0 : after(step);
    const other = step.kind === "check" ? after(step, step.otherwise) : 0;
    from.set(step.id, Math.max(straight, other) + (isMeant(step) ? 1 : 0));
  }
  return from.get(steps[0]?.id ?? "") ?? 0;
}

/** A step of a simulation: when it runs, and how it goes. */
export interface Simulated {
  stepId: string;
  at: Date;
  outcome: "done" | "sent" | "met" | "otherwise" | "waits" | "missed" | "no_date" | "end";
  /** The end of a wait, or the end of quiet hours. */
  until: Date | null;
}

/** The steps that would run for a subject from a moment on, with their times. Nothing is sent. */
export function simulate(
  steps: readonly SequenceStep[],
  start: Date,
  subject: Subject,
  clocks: Clocks,
): Simulated[] {
  const shown: Simulated[] = [];
  let at = start;
  let step = steps[0];
  while (step) {
    const done = simulateStep(steps, step, at, subject, clocks);
    shown.push({ stepId: step.id, at, outcome: done.outcome, until: done.until });
    at = done.until ?? at;
    step = done.next;
  }
  return shown;
}

type Done = Pick<Simulated, "outcome" | "until"> & { next: SequenceStep | undefined };

function simulateStep(
  steps: readonly SequenceStep[],
  step: SequenceStep,
  at: Date,
  subject: Subject,
  clocks: Clocks,
): Done {
  const next = stepAfter(steps, step.id);
  switch (step.kind) {
    case "send": {
      const until = sendingTime(clocks.quiet, at);
      return { outcome: "sent", until: until > at ? until : null, next };
    }
    case "act":
      return { outcome: "done", until: null, next };
    case "end":
      return { outcome: "end", until: null, next: undefined };
    case "check": {
      const checked = afterCheck(steps, step, subject.factOf);
      return { outcome: checked.isMet ? "met" : "otherwise", until: null, next: checked.next };
    }
    case "wait": {
      const until = endOfWait(step.wait, at, subject, clocks);
      if (until === "missed") return { outcome: until, until: null, next: afterMissed(steps, step.id) };
      if (until === "no_date") return { outcome: until, until: null, next: undefined };
      return { outcome: "waits", until, next };
    }
  }
}
