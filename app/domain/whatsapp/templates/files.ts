import type { TemplateComponent } from "#app/db/schema/whatsapp.ts";
import { isMedia, type TemplateVariable, variablesOf } from "./variables.ts";

/** The variables that are words: what is left when the sample files are taken, and places are given apart. */
export const wordsIn = (components: readonly TemplateComponent[]): TemplateVariable[] =>
  variablesOf(components).filter((variable) => !isMedia(variable) && variable.kind !== "coordinate");

/** The sample files as values. */
export const sampleFiles = (components: readonly TemplateComponent[]): Record<string, string> =>
  Object.fromEntries(
    variablesOf(components)
      .filter(isMedia)
      .map(({ key, sample }) => [key, sample]),
  );

/** Our files that a message refers to. */
export function mediaIn(
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): string[] {
  return variablesOf(components)
    .filter(isMedia)
    .flatMap(({ key }) => values[key] || []);
}
