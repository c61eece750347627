import { isDeepStrictEqual } from "node:util";

/** Whether `values` say anything that the row does not say already; dates and JSON by what they hold. */
export const isChange = <Row extends object>(row: Row, values: Partial<Row>): boolean =>
  !isDeepStrictEqual({ ...row, ...values }, { ...row });

/** What differs, before and after, by field: as an event keeps it. */
export const changesBetween = <T extends Record<string, unknown>>(
  before: T,
  after: Partial<T>,
): Record<string, [before: unknown, after: unknown]> =>
  Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => !isDeepStrictEqual(before[name], value))
      .map(([name, value]) => [name, [before[name], value]]),
  );
