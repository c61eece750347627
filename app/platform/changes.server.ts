import { isDeepStrictEqual } from "node:util";

/** Whether `values` differ from the row; dates and JSON are compared by content. */
export const isChange = <Row extends object>(row: Row, values: Partial<Row>): boolean =>
  !isDeepStrictEqual({ ...row, ...values }, { ...row });

/** Old and new values by field, as events store them. */
export const changesBetween = <T extends Record<string, unknown>>(
  before: T,
  after: Partial<T>,
): Record<string, [before: unknown, after: unknown]> =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => !isDeepStrictEqual(before[name], value))
      .map(([name, value]) => [name, [before[name], value]]),
  );
