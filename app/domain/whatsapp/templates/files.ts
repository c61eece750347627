import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { isMedia, type TemplateVariable, variablesOf } from "./variables.ts";

/** The text variables; sample files and locations have fields of their own. */
export const wordsIn = (components: readonly TemplateComponent[]): TemplateVariable[] =>
  variablesOf(components).filter((variable) => !isMedia(variable) && variable.kind !== "coordinate");

/** Whether it shows a location, which differs per recipient. */
export const needsPlace = (components: readonly TemplateComponent[]): boolean =>
  variablesOf(components).some(({ kind }) => kind === "coordinate");

/** Sample files as values, by variable key. */
export const sampleFiles = (components: readonly TemplateComponent[]): Record<string, string> =>
  Object.fromEntries(
    variablesOf(components)
      .filter(isMedia)
      .map(({ key, sample }) => [key, sample]),
  );

/** Keys of the variables whose values are uploaded files. */
export const mediaKeysOf = (components: readonly TemplateComponent[]): string[] =>
  variablesOf(components)
    .filter(isMedia)
    .map(({ key }) => key);

/** Ids of the uploaded files that a message refers to. */
export const mediaIn = (
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): string[] => mediaKeysOf(components).flatMap((key) => values[key] || []);
