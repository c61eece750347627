import { operatorWords } from "#app/domain/automation/words.ts";
import { checkWords, type FlowStep } from "#app/domain/flows/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { labelled } from "#app/platform/text/phrases.ts";
import { m } from "#messages";

/** The details of a step in the outline: its options, their targets, and what it stores. */
export function stepDetails(step: FlowStep, steps: readonly FlowStep[]): string[] {
  const numberOf = (goTo: string) => {
    const index = steps.findIndex(({ id }) => id === goTo);
    return index < 0 ? m.flows_step_details_deleted_step() : m.flows_step_details_step({ index: index + 1 });
  };
  const way = (words: string, goTo: string) => (goTo === "" ? [] : [`${words} → ${numberOf(goTo)}`]);
  const next = way(m.flows_step_details_then(), step.next);
  switch (step.kind) {
    case "ask":
      return [
        m.flows_step_details_saved({
          check:
            step.options.length > 0
              ? labelled(checkWords[step.check], step.options.join(", "))
              : checkWords[step.check],
          saveTo: step.saveTo,
        }),
        ...(step.field ? [m.flows_step_details_saved_to_field({ field: step.field })] : []),
        ...next,
      ];
    case "choose":
      return [
        m.common_labelled({
          label: step.shownAs === "list" ? m.common_list() : m.common_buttons(),
          value: step.choices
            .map(({ title, goTo }) => (goTo === "" ? title : `${title} → ${numberOf(goTo)}`))
            .join(", "),
        }),
        step.field
          ? m.flows_step_details_saved_twice({ saveTo: step.saveTo, field: step.field })
          : m.flows_saved({ saveTo: step.saveTo }),
        ...next,
      ];
    case "branch":
      return [
        ...step.cases.map(
          ({ value, goTo }) =>
            `${value} → ${goTo === "" ? m.flows_step_details_next_step() : numberOf(goTo)}`,
        ),
        ...way(m.flows_step_details_otherwise(), step.next),
      ];
    case "check":
      return [
        `${operatorWords[step.operator]} ${step.value}`.trim(),
        ...next,
        ...way(m.flows_step_details_otherwise(), step.otherwise),
      ];
    case "save":
      return [m.flows_step_details_saves({ stepValue: step.value }), ...next];
    case "deal":
      return [...(step.value ? [m.flows_step_details_kes({ stepValue: step.value })] : []), ...next];
    case "payment":
      return [m.flows_step_details_kes({ stepValue: step.amount }), ...next];
    case "task":
      return [dueWords(step.days), ...next];
    case "webhook":
      return [
        counted(m.flows_step_details_waits_seconds, step.timeoutSeconds),
        ...step.mapping.map(({ saveTo, path }) => m.flows_step_details_from({ saveTo, path })),
        ...next,
        ...way(m.flows_step_details_without_answer(), step.otherwise),
      ];
    default:
      return next;
  }
}

const dueWords = (days: number): string =>
  days === 0
    ? m.flows_step_details_due_immediately()
    : m.flows_step_details_due_after({ days: counted(m.counts_days, days) });
