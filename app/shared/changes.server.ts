import { isDeepStrictEqual } from "node:util";

/** Whether `values` say anything that the row does not say already; dates and JSON by what they hold. */
export const isChange = <Row extends object>(row: Row, values: Partial<Row>): boolean =>
  !isDeepStrictEqual({ ...row, ...values }, { ...row });
