import { AsyncLocalStorage } from "node:async_hooks";

/** The database queries of a piece of work. */
export interface StatementCount {
  /** Excluding those that begin and end transactions. */
  statements: number;
  transactions: number;
}

const counts = new AsyncLocalStorage<StatementCount>();

/** Runs the work, and counts its statements. */
export async function countStatements<T>(
  work: () => Promise<T>,
): Promise<{ result: T; count: StatementCount }> {
  const count: StatementCount = { statements: 0, transactions: 0 };
  const result = await counts.run(count, work);
  return { result, count };
}

/** Adds a statement to the count of its work, if there is one. */
export function countStatement(text: string): void {
  const count = counts.getStore();
  if (!count) return;
  if (/^begin\b/i.test(text)) count.transactions += 1;
  else if (!/^(commit|rollback|savepoint|release)\b|; commit$/i.test(text)) count.statements += 1;
}
