import { AsyncLocalStorage } from "node:async_hooks";

/** What a piece of work asked the database. */
export interface StatementCount {
  /** Without those that begin and end transactions. */
  statements: number;
  transactions: number;
}

const counts = new AsyncLocalStorage<StatementCount>();

/** Does the work, and counts the statements that it makes. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; count: StatementCount }> {
  const count: StatementCount = { statements: 0, transactions: 0 };
  const result = await counts.run(count, work);
  return { result, count };
}

/** Adds a statement to the count of the work that makes it, if there is one. */
export function noteStatement(text: string): void {
  const count = counts.getStore();
  if (!count) return;
  if (/^begin\b/i.test(text)) count.transactions += 1;
  else if (!/^(commit|rollback|savepoint|release)\b/i.test(text)) count.statements += 1;
}
