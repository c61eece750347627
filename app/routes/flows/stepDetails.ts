import { operatorWords } from "#app/domain/automation/words.ts";
import { checkWords, type FlowStep } from "#app/domain/flows/words.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";

/** The details of a step in the outline: its options, their targets, and what it stores. */
export function stepDetails(step: FlowStep, steps: readonly FlowStep[]): string[] {
  const numberOf = (goTo: string) => {
    const index = steps.findIndex(({ id }) => id === goTo);
    return index < 0 ? m.flows_a_missing_step() : m.flows_step({ index: index + 1 });
  };
  const way = (words: string, goTo: string) => (goTo === "" ? [] : [`${words} → ${numberOf(goTo)}`]);
  const next = way(m.flows_then(), step.next);
  switch (step.kind) {
    case "ask":
      return [
        m.flows_kept_as({
          checkWords: checkWords[step.check],
          count: step.options.length > 0 ? `${m.common_colon()} ${step.options.join(", ")}` : "",
          saveTo: step.saveTo,
        }),
        ...(step.field ? [m.flows_saved_to_the_contacts_field({ field: step.field })] : []),
        ...next,
      ];
    case "choose":
      return [
        m.common_labelled({
          label: step.shownAs === "list" ? m.flows_list() : m.common_buttons(),
          value: step.choices
            .map(({ title, goTo }) => (goTo === "" ? title : `${title} → ${numberOf(goTo)}`))
            .join(", "),
        }),
        step.field
          ? m.flows_and_in_the_contacts_field({ saveTo: step.saveTo, field: step.field })
          : m.flows_kept_as_2({ saveTo: step.saveTo }),
        ...next,
      ];
    case "branch":
      return [
        ...step.cases.map(
          ({ value, goTo }) => `${value} → ${goTo === "" ? m.flows_the_next_step() : numberOf(goTo)}`,
        ),
        ...way(m.flows_otherwise(), step.next),
      ];
    case "check":
      return [
        `${operatorWords[step.operator]} ${step.value}`.trim(),
        ...next,
        ...way(m.flows_otherwise(), step.otherwise),
      ];
    case "save":
      return [m.flows_saves({ stepValue: step.value }), ...next];
    case "deal":
      return [...(step.value ? [m.flows_kes({ stepValue: step.value })] : []), ...next];
    case "task":
      return [
        step.days === 0
          ? m.flows_due_at_once()
          : m.flows_due_after({ days: counted(m.counts_days, step.days) }),
        ...next,
      ];
    case "webhook":
      return [
        counted(m.flows_waits_seconds, step.timeoutSeconds),
        ...step.mapping.map(({ saveTo, path }) => m.flows_from({ saveTo, path })),
        ...next,
        ...way(m.flows_without_an_answer(), step.otherwise),
      ];
    default:
      return next;
  }
}
