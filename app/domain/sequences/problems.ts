import type { SequenceStep } from "#app/db/schema/sequences/sequences.ts";
import { m } from "#messages";
import { sequenceLimits } from "./words.ts";

/** A problem that keeps a sequence from being switched on; `stepId` null: it concerns all of it. */
export interface SequenceProblem {
  stepId: string | null;
  text: string;
}

/** Whether each branch leads to a later step: so no sequence can run in a circle. */
function wayProblem(steps: readonly SequenceStep[], step: SequenceStep): string | undefined {
  if (step.kind !== "check" || step.otherwise === "" || step.otherwise === "end") return undefined;
  const to = steps.findIndex(({ id }) => id === step.otherwise);
  if (to < 0) return m.flows_step_way_to_deleted_step();
  return to <= steps.indexOf(step) ? m.sequences_problem_backwards() : undefined;
}

/** The first step whose branch leads back, to itself or nowhere. */
export const badWay = (steps: readonly SequenceStep[]): SequenceProblem | undefined =>
  steps.flatMap((step) => {
    const text = wayProblem(steps, step);
    return text ? [{ stepId: step.id, text }] : [];
  })[0];

/** All problems of the steps, in their order. */
export function problemsOf(steps: readonly SequenceStep[]): SequenceProblem[] {
  const whole = [
    ...(steps.some(({ kind }) => kind === "send" || kind === "act")
      ? []
      : [m.sequences_problem_does_nothing()]),
    ...(steps.length > sequenceLimits.steps
      ? [m.errors_sequence_too_many_steps({ most: sequenceLimits.steps })]
      : []),
  ];
  const way = badWay(steps);
  return [...whole.map((text) => ({ stepId: null, text })), ...(way ? [way] : [])];
}
