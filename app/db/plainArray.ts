/** PostgreSQL's text of an array whose elements need no quotes; quoting each would cost more than the rest. */
export const plainArray = (elements: readonly unknown[]): string =>
  `{${elements.map((each) => each ?? "NULL").join(",")}}`;
