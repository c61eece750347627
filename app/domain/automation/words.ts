/** Words of the screens, apart from the schemas, so that a browser gets them without the validation. */

import type { ConditionOperator } from "#app/db/schema/automation.ts";
import { m } from "#messages";

export const operatorWords: Readonly<Record<ConditionOperator, string>> = {
  get is() {
    return m.labels_is();
  },
  get is_not() {
    return m.labels_is_not();
  },
  get contains() {
    return m.labels_contains();
  },
  get at_least() {
    return m.labels_is_at_least();
  },
  get at_most() {
    return m.labels_is_at_most();
  },
  get given() {
    return m.labels_is_given();
  },
};

/** Facts of every contact that a text can name, besides their fields. */
export const contactFacts = ["name", "phone", "tags"] as const;
