import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { isMedia, type TemplateVariable, variablesOf } from "./variables.ts";

/** The variables that are words: what is left when the sample files are taken, and places are given apart. */
export const wordsIn = (components: readonly TemplateComponent[]): TemplateVariable[] =>
  variablesOf(components).filter((variable) => !isMedia(variable) && variable.kind !== "coordinate");

/** Whether it shows a location, which is another one for each person. */
export const needsPlace = (components: readonly TemplateComponent[]): boolean =>
  variablesOf(components).some(({ kind }) => kind === "coordinate");

/** The sample files as values. */
export const sampleFiles = (components: readonly TemplateComponent[]): Record<string, string> =>
  Object.fromEntries(
    variablesOf(components)
      .filter(isMedia)
      .map(({ key, sample }) => [key, sample]),
  );

/** The variables whose values are our files. */
export const mediaKeysOf = (components: readonly TemplateComponent[]): string[] =>
  variablesOf(components)
    .filter(isMedia)
    .map(({ key }) => key);

/** Our files that a message refers to. */
export const mediaIn = (
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): string[] => mediaKeysOf(components).flatMap((key) => values[key] || []);
