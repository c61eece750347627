import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { valueProblems } from "#app/domain/whatsapp/templates/valueProblems.ts";
import {
  isMedia,
  missingVariables,
  type TemplateVariable,
  variablesOf,
} from "#app/domain/whatsapp/templates/variables.ts";
import { listed } from "#app/platform/text/listed.ts";
import { m } from "#messages";

/** Variables as a refusal names them: `{{1}}, for example Asha; {{2}}, for example Nairobi`. */
const namesOf = (variables: readonly TemplateVariable[]): string =>
  listed(
    variables.map(({ label, sample }) =>
      sample === "" ? label : m.errors_template_value_sample({ place: label, sample }),
    ),
  );

/** Values by variable key. @throws DomainError `template.too_many_parameters` */
export function valuesOf(
  variables: readonly TemplateVariable[],
  {
    parameters: given,
    parts = {},
  }: { parameters: readonly string[] | Record<string, string>; parts?: Record<string, string> | undefined },
): Record<string, string> {
  const keys = variables.map(({ key }) => key);
  // Positional values are texts only, without those given in `parts`.
  const inOrder = variables.filter(
    (variable) => !isMedia(variable) && variable.kind !== "coordinate" && !(variable.key in parts),
  );
  if (Array.isArray(given) && given.length > inOrder.length) throw tooMany(inOrder, given.length);
  const entries: [string, string][] = [
    ...(Array.isArray(given)
      ? given.map((value: string, index): [string, string] => [inOrder[index]!.key, value])
      : Object.entries(given as Record<string, string>)),
    ...Object.entries(parts),
  ];
  const unknown = entries.find(([key]) => !keys.includes(key))?.[0];
  if (unknown !== undefined) throw notThere(variables, unknown);
  return Object.fromEntries(entries);
}

function tooMany(inOrder: readonly TemplateVariable[], given: number) {
  if (inOrder.length === 0)
    return messagingError("template.too_many_parameters:none", { field: "parameters" });
  return messagingError("template.too_many_parameters:count", {
    values: { count: inOrder.length, wanted: namesOf(inOrder), given },
    field: "parameters",
  });
}

function notThere(variables: readonly TemplateVariable[], unknown: string) {
  const field = `variables.${unknown}`;
  if (variables.length === 0) return messagingError("template.too_many_parameters:none", { field });
  return messagingError("template.too_many_parameters", {
    values: { unknown, wanted: namesOf(variables) },
    field,
  });
}

/**
 * Every variable has a value that fits its place.
 * @throws DomainError `template.variables_missing`, `template.value_refused`
 */
export function requireValues(components: readonly TemplateComponent[], given: Record<string, string>): void {
  const missing = missingVariables(components, given);
  const wrong: Record<string, string> = {};
  for (const key of missing) wrong[key] = m.errors_template_value_required();
  for (const [key, text] of Object.entries(valueProblems(components, given))) wrong[key] ??= text;
  if (Object.keys(wrong).length === 0) return;
  const fields = Object.fromEntries(Object.entries(wrong).map(([key, text]) => [`variables.${key}`, text]));
  if (missing.length === 0) throw messagingError("template.value_refused", { fields });
  const wanted = namesOf(variablesOf(components).filter(({ key }) => missing.includes(key)));
  throw messagingError("template.variables_missing", { values: { wanted }, fields });
}
