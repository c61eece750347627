import type { FlowDefinition, FlowLanguage, FlowStep, SessionStatus } from "#app/db/schema/flows/flows.ts";
import type { Action } from "#app/domain/automation/actions.ts";
import type { EndReason } from "../words.ts";

/** What a flow runs on: a definition, in the language that it was written in. */
export interface RunningFlow {
  definition: FlowDefinition;
  language: FlowLanguage;
}

/** A session's state. */
export interface FlowState {
  stepId: string | null;
  asked: string[];
  answers: Record<string, string>;
  path: string[];
  misses: number;
}

export interface Choices {
  shownAs: "buttons" | "list";
  listButton: string;
  titles: { title: string; description: string }[];
}

/** The effects, in this order. */
export type Effect =
  | { kind: "send"; text: string; choices?: Choices }
  | { kind: "field"; name: string; value: string }
  | { kind: "consent"; granted: boolean; question: string; answer: string }
  | FlowAction;
export type FlowAction = Exclude<Action, { kind: "assign" }>;

export type EndStatus = Exclude<SessionStatus, "running">;
/** Where a turn comes to rest: a question waits, a system is to be asked, or it is over. */
export type Rest =
  | { kind: "question" }
  | { kind: "webhook"; step: Extract<FlowStep, { kind: "webhook" }> }
  | { kind: "end"; status: EndStatus; reason: EndReason | null };

export interface Turn {
  state: FlowState;
  effects: Effect[];
  rest: Rest;
}

export const newState = (): FlowState => ({ stepId: null, asked: [], answers: {}, path: [], misses: 0 });

export const ended = (status: EndStatus, reason: EndReason | null): Rest => ({ kind: "end", status, reason });

/** Whether a step waits for the customer. */
export const isQuestion = (
  step: FlowStep | undefined,
): step is Extract<FlowStep, { kind: "ask" | "choose" }> => step?.kind === "ask" || step?.kind === "choose";

/** The step that `goTo` of `step` means: one by its id, or the following in the outline. */
export function stepAfter(steps: readonly FlowStep[], step: FlowStep, goTo: string): FlowStep | undefined {
  if (goTo !== "") return steps.find(({ id }) => id === goTo);
  return steps[steps.findIndex(({ id }) => id === step.id) + 1];
}
