import type { FlowDefinition, FlowLanguage, FlowStep, SessionStatus } from "#app/db/schema/flows/flows.ts";
import type { Action } from "#app/domain/automation/actions.ts";
import type { EndReason } from "../words.ts";

/** The definition of a running flow, and its language. */
export interface RunningFlow {
  definition: FlowDefinition;
  language: FlowLanguage;
}

/** A session's state. */
export interface FlowState {
  stepId: string | null;
  answeredSteps: string[];
  answers: Record<string, string>;
  path: string[];
  misses: number;
}

export interface Choices {
  shownAs: "buttons" | "list";
  listButton: string;
  titles: { title: string; description: string }[];
}

/** The effects of a turn, in order. */
export type Effect =
  | { kind: "send"; text: string; choices?: Choices }
  | { kind: "field"; name: string; value: string }
  | { kind: "consent"; granted: boolean; question: string; answer: string }
  | { kind: "sequence"; sequenceId: string; anchor: string }
  | FlowAction;
export type FlowAction = Exclude<Action, { kind: "assign" | "team" }>;

export type EndStatus = Exclude<SessionStatus, "running">;
/** The end of a turn: a question is pending, a system must be called, or the session is over. */
export type Rest =
  | { kind: "question" }
  | { kind: "webhook"; step: Extract<FlowStep, { kind: "webhook" }> }
  | { kind: "end"; status: EndStatus; reason: EndReason | null };

export interface Turn {
  state: FlowState;
  effects: Effect[];
  rest: Rest;
}

export const newState = (): FlowState => ({
  stepId: null,
  answeredSteps: [],
  answers: {},
  path: [],
  misses: 0,
});

export const ended = (status: EndStatus, reason: EndReason | null): Rest => ({ kind: "end", status, reason });

/** Whether a step waits for the customer. */
export const isQuestion = (
  step: FlowStep | undefined,
): step is Extract<FlowStep, { kind: "ask" | "choose" }> => step?.kind === "ask" || step?.kind === "choose";

/** The step to which `goTo` of `step` leads: by id, or the next one of the outline when empty. */
export function stepAfter(steps: readonly FlowStep[], step: FlowStep, goTo: string): FlowStep | undefined {
  if (goTo !== "") return steps.find(({ id }) => id === goTo);
  return steps[steps.findIndex(({ id }) => id === step.id) + 1];
}
