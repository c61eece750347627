/** Texts of the screens, apart from the schemas, so that a browser gets them without the validation. */

import type { ConditionOperator } from "#app/db/schema/automation/conditions.ts";
import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

export const operatorWords: Readonly<Record<ConditionOperator, string>> = lazy({
  is: m.labels_is,
  is_not: m.labels_is_not,
  contains: m.labels_contains,
  at_least: m.labels_is_at_least,
  at_most: m.labels_is_at_most,
  given: m.labels_is_given,
});

/** Facts of every contact that a text can name, in addition to their fields. */
export const contactFacts = ["name", "phone", "tags"] as const;
