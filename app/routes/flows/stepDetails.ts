import { checkWords, type FlowStep, operatorWords } from "#app/domain/flows/words.ts";

/** What stands under a step in the outline: its answers, where they lead, and what it keeps. */
export function stepDetails(step: FlowStep, steps: readonly FlowStep[]): string[] {
  const numberOf = (goTo: string) => {
    const index = steps.findIndex(({ id }) => id === goTo);
    return index < 0 ? "a missing step" : `step ${index + 1}`;
  };
  const way = (words: string, goTo: string) => (goTo === "" ? [] : [`${words} → ${numberOf(goTo)}`]);
  const next = way("Then", step.next);
  switch (step.kind) {
    case "ask":
      return [
        `${checkWords[step.check]}${step.options.length > 0 ? `: ${step.options.join(", ")}` : ""}, kept as {${step.saveTo}}`,
        ...(step.field ? [`Saved to the contact's field “${step.field}”`] : []),
        ...next,
      ];
    case "choose":
      return [
        `${step.shownAs === "list" ? "List" : "Buttons"}: ${step.choices
          .map(({ title, goTo }) => (goTo === "" ? title : `${title} → ${numberOf(goTo)}`))
          .join(", ")}`,
        `Kept as {${step.saveTo}}${step.field ? `, and in the contact's field “${step.field}”` : ""}`,
        ...next,
      ];
    case "branch":
      return [
        ...step.cases.map(
          ({ value, goTo }) => `${value} → ${goTo === "" ? "the next step" : numberOf(goTo)}`,
        ),
        ...way("Otherwise", step.next),
      ];
    case "check":
      return [
        `${operatorWords[step.operator]} ${step.value}`.trim(),
        ...next,
        ...way("Otherwise", step.otherwise),
      ];
    case "save":
      return [`Saves “${step.value}”`, ...next];
    case "deal":
      return [...(step.value ? [`KES ${step.value}`] : []), ...next];
    case "task":
      return [
        step.days === 0 ? "Due at once" : `Due after ${step.days} ${step.days === 1 ? "day" : "days"}`,
        ...next,
      ];
    case "webhook":
      return [
        `Waits ${step.timeoutSeconds} seconds`,
        ...step.mapping.map(({ saveTo, path }) => `{${saveTo}} from ${path}`),
        ...next,
        ...way("Without an answer", step.otherwise),
      ];
    default:
      return next;
  }
}
