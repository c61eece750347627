const isParameter = (segment: string) => segment.startsWith(":");

/** `/deals/:dealId` becomes `01`: sorted, a path with a name goes before one with a parameter in its place. */
const rankOf = (key: string) =>
  key
    .split(" ")[1]!
    .split("/")
    .slice(1)
    .map((segment) => Number(isParameter(segment)))
    .join("");

/**
 * The calls of a contract for the router, which takes the first that matches: the most specific path wins, in
 * whatever order the contract names them.
 */
export const inMatchOrder = <Call>(contract: Readonly<Record<string, Call>>): [key: string, call: Call][] =>
  Object.entries(contract).toSorted(([a], [b]) => rankOf(a).localeCompare(rankOf(b)));
