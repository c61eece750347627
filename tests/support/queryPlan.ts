/** A node of `explain (format json)`. */
export interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  "Join Filter"?: string;
  /** With `analyze`. */
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  Plans?: Plan[];
}

/** Rows of an `explain (format json)`. */
export interface PlanRow {
  "QUERY PLAN": [{ Plan: Plan }];
}

/** Returns a plan's node and all nodes below it. */
export const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
