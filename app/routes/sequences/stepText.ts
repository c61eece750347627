import { operatorWords } from "#app/domain/automation/words.ts";
import {
  type SequenceStep,
  sequenceActionWords,
  sequenceStepKinds,
  waitWords,
} from "#app/domain/sequences/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";

type Of<K extends SequenceStep["kind"]> = Extract<SequenceStep, { kind: K }>;

function waitText({ wait }: Of<"wait">): string {
  switch (wait.until) {
    case "hours":
      return counted(m.counts_hours, wait.amount);
    case "days":
      return counted(m.counts_days, wait.amount);
    case "working":
      return waitWords.working;
    default: {
      const date = wait.until === "date" ? wait.date : "";
      const name = wait.until === "field" ? labelled(waitWords.field, wait.field) : waitWords[wait.until];
      const days = wait.days === 0 ? "" : `${wait.days > 0 ? "+" : "−"}${Math.abs(wait.days)}`;
      const parts = [
        date === "" ? name : labelled(name, date),
        days && m.sequences_days_from({ days }),
        wait.clock,
      ];
      return parts.filter(Boolean).join(", ");
    }
  }
}

function actionText({ action }: Of<"act">): string {
  const word = sequenceActionWords[action.kind];
  if (action.kind === "tag") return labelled(word, action.tag);
  if (action.kind === "task") return labelled(word, action.title);
  return action.kind === "payment" ? labelled(word, action.amount) : word;
}

/** A step in words: what it does, and where it leads. */
export function stepText(
  step: SequenceStep,
  steps: readonly SequenceStep[],
  templates: Readonly<Record<string, string>>,
): string {
  const numberOf = (id: string) => String(steps.findIndex((each) => each.id === id) + 1);
  switch (step.kind) {
    case "send":
      return templates[step.templateId] ?? m.sequences_no_template();
    case "wait":
      return waitText(step);
    case "check": {
      const { fact, operator, value, otherwise } = step;
      const condition = [fact, operatorWords[operator], value].filter(Boolean).join(" ");
      if (otherwise === "") return condition;
      const to = otherwise === "end" ? sequenceStepKinds.end.label : numberOf(otherwise);
      return m.sequences_check_otherwise({ condition, to });
    }
    case "act":
      return actionText(step);
    case "end":
      return "";
  }
}
