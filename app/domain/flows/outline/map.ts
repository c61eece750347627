import type { FlowStep } from "#app/db/schema/flows/flows.ts";
import { operatorWords } from "#app/domain/automation/words.ts";
import { m } from "#messages";
import { stepAfter } from "../engine/state.ts";
import { goesTo, isEnd } from "./problems.ts";

/** A row of a flow's map: a step, or a branch that leads to a step with a row of its own. */
export interface MapRow {
  /** `null`: the branch leads to no step. */
  stepId: string | null;
  isJump: boolean;
  /** Branches are one deeper than their step. */
  depth: number;
  /** The index of the row from which a line leads here; `null` at the start and for unreachable steps. */
  from: number | null;
  /** When this way is taken; empty: always. */
  way: string;
  /** The step that follows, when it is drawn in another place. */
  leadsTo: string | null;
}

interface Way {
  words: string;
  to: FlowStep | undefined;
}

/**
 * A flow from top to bottom: below each step its branches, indented, then the step in which they meet; at the
 * end the steps that nothing leads to.
 */
export function mapOf(steps: readonly FlowStep[]): MapRow[] {
  const rows: MapRow[] = [];
  /** Steps with a row, or with one to come below the present branches. */
  const placed = new Set<FlowStep>();

  function place({ to: step, words: way }: Way, depth: number, from: number | null): void {
    const isJump = step === undefined || placed.has(step);
    const row = { stepId: step?.id ?? null, isJump, depth, from, way, leadsTo: null as string | null };
    const index = rows.push(row) - 1;
    if (isJump) return;
    placed.add(step);
    const { branches, main } = partsOf(steps, step, placed);
    const isAhead = main?.to !== undefined && !placed.has(main.to);
    if (isAhead) placed.add(main.to!);
    for (const branch of branches) place(branch, depth + 1, index);
    if (isAhead) placed.delete(main.to!);
    if (isAhead || main?.words) place(main, depth, index);
    else row.leadsTo = main?.to?.id ?? null;
  }

  for (const step of steps) if (!placed.has(step)) place({ to: step, words: "" }, 0, null);
  return rows;
}

/** The ways out of a step, by their target; `main` continues below the branches. */
function partsOf(
  steps: readonly FlowStep[],
  step: FlowStep,
  placed: ReadonlySet<FlowStep>,
): { branches: Way[]; main: Way | undefined } {
  const words = new Map<FlowStep | undefined, string[]>();
  for (const [when, goTo] of wordedWays(step)) {
    const to = stepAfter(steps, step, goTo);
    words.set(to, [...(words.get(to) ?? []), when]);
  }
  const ways = [...words].map(([to, when]) => ({ to, words: when.join(", ") }));
  if (ways.length < 2) return { branches: [], main: ways[0] && { ...ways[0], words: "" } };
  const join = meetingOf(steps, ways, placed) ?? stepAfter(steps, step, "");
  const main = ways.find(({ to }) => to === join);
  return {
    branches: ways.filter((way) => way !== main),
    main: main ?? (join && !placed.has(join) ? { to: join, words: "" } : undefined),
  };
}

/** The first step in which most of the ways meet, at least two. */
function meetingOf(steps: readonly FlowStep[], ways: readonly Way[], placed: ReadonlySet<FlowStep>) {
  const counts = new Map<FlowStep, number>();
  for (const { to } of ways)
    for (const step of reachedFrom(steps, to, placed)) counts.set(step, (counts.get(step) ?? 0) + 1);
  const most = Math.max(2, ...counts.values());
  return steps.find((step) => counts.get(step) === most);
}

function reachedFrom(
  steps: readonly FlowStep[],
  start: FlowStep | undefined,
  placed: ReadonlySet<FlowStep>,
): Set<FlowStep> {
  const reached = new Set<FlowStep>();
  const open = [start];
  for (let step = open.pop(); step; step = open.pop()) {
    if (reached.has(step) || placed.has(step)) continue;
    reached.add(step);
    for (const goTo of goesTo(step)) open.push(stepAfter(steps, step, goTo));
  }
  return reached;
}

/** Each way out of a step: when it is taken, and its target. */
function wordedWays(step: FlowStep): [words: string, goTo: string][] {
  const otherwise = m.flows_step_details_otherwise();
  if (isEnd(step)) return [];
  switch (step.kind) {
    case "choose":
      return step.choices.map(({ title, goTo }) => [title, goTo || step.next]);
    case "branch":
      return [
        ...step.cases.map(({ value, goTo }): [string, string] => [value, goTo || step.next]),
        [otherwise, step.next],
      ];
    case "check":
      return [
        [`${operatorWords[step.operator]} ${step.value}`.trim(), step.next],
        [otherwise, step.otherwise],
      ];
    case "webhook":
      return [
        [m.flows_map_answered(), step.next],
        [m.flows_step_details_without_answer(), step.otherwise],
      ];
    default:
      return [["", step.next]];
  }
}
