import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { variablesOf } from "#app/domain/whatsapp/templates/variables.ts";
import { bestScore } from "./fieldRules.ts";

/** The score that a button's text begins with: `5`, or `5 – Very satisfied`. */
export function scoreOfButton(text: string): number | undefined {
  const [, digit] = /^([1-5])(?!\d)/.exec(text.trim()) ?? [];
  return digit === undefined ? undefined : Number(digit);
}

/** Whether a template can ask: without variables, with one quick reply button for each score and no other. */
export function asksForScore(components: readonly TemplateComponent[]): boolean {
  const buttons = components.flatMap((component) => (component.type === "BUTTONS" ? component.buttons : []));
  const scores = buttons.map(({ type, text }) => (type === "QUICK_REPLY" ? scoreOfButton(text) : undefined));
  return (
    variablesOf(components).length === 0 &&
    scores.length === bestScore &&
    new Set(scores.filter((score) => score !== undefined)).size === bestScore
  );
}
