/** Texts of the screens, apart from the schemas, so that a browser gets them without the validation. */

import type { ConditionOperator } from "#app/db/schema/automation/conditions.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const operatorWords: Readonly<Record<ConditionOperator, string>> = lazy({
  is: m.common_operator_is,
  is_not: m.common_operator_is_not,
  contains: m.common_operator_contains,
  at_least: m.common_operator_at_least,
  at_most: m.common_operator_at_most,
  given: m.common_operator_given,
});

interface TemplateChoice {
  id: string;
  name: string;
  language: string;
  variables: readonly string[];
  needsPlace: boolean;
}

/** Templates that an action can send, as options with the variables that they need. */
export const templateOptions = (templates: readonly TemplateChoice[]) =>
  templates
    .filter(({ needsPlace }) => !needsPlace)
    .map(({ id, name: template, language, variables }) => ({
      value: id,
      label:
        variables.length > 0
          ? m.flows_template_needs_option({ template, language, variables: variables.join(", ") })
          : m.flows_template_option({ template, language }),
    }));

/** Facts of every contact that a text can name, in addition to their fields. */
export const contactFacts = ["name", "phone", "tags"] as const;
