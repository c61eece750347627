/**
 * SQL: the texts of a parameter, for `any(…)`. PostgreSQL expects as many of them in a plan for the values at hand as in one for all
 * values, so it keeps the latter: planning a lookup of one text for its value each time costs more than the lookup.
 */
export const eachOf = (parameter: string, type: "text" | "bytea" = "text"): string =>
  `array(select unnest(${parameter}::${type}[]))`;
