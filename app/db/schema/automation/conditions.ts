export const conditionOperators = ["is", "is_not", "contains", "at_least", "at_most", "given"] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** The condition on a fact. */
export interface Condition {
  /** The name of the fact. */
  field: string;
  operator: ConditionOperator;
  value: string;
}
