import type { TemplateComponent } from "#app/db/schema/whatsapp/templates.ts";
import { m } from "#messages";
import { templateLimits } from "./fieldRules.ts";
import { type TemplateVariable, variablesOf } from "./variables.ts";

/** Why a value is invalid for a variable, or undefined. An empty one is missing, not invalid. */
export function valueProblem({ key, kind }: TemplateVariable, value: string): string | undefined {
  const text = value.trim();
  if (text === "") return undefined;
  if (kind === "code")
    return /^[A-Za-z0-9]{1,15}$/.test(text)
      ? undefined
      : m.errors_template_code_invalid({ most: templateLimits.code });
  if (kind !== "coordinate") return undefined;
  const most = key.endsWith("latitude") ? 90 : 180;
  return /^-?\d{1,3}(\.\d{1,10})?$/.test(text) && Math.abs(Number(text)) <= most
    ? undefined
    : m.errors_template_degrees_invalid({ most, most2: most === 90 ? "-1.2921" : "36.8219" });
}

/** Problems of all variables of a template, by key. */
export const valueProblems = (
  components: readonly TemplateComponent[],
  values: Readonly<Record<string, string>>,
): Record<string, string> =>
  Object.fromEntries(
    variablesOf(components).flatMap((variable) => {
      const problem = valueProblem(variable, values[variable.key] ?? "");
      return problem === undefined ? [] : [[variable.key, problem]];
    }),
  );
