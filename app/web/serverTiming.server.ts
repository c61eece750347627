import type { MiddlewareHandler } from "hono";
import { countStatements } from "#app/platform/run/statementCount.server.ts";

/** Reports in `Server-Timing` a response's duration, and its number of statements and transactions. */
export const serverTiming: MiddlewareHandler = async (c, next) => {
  const startedAt = performance.now();
  const { count } = await countStatements(next);
  const ms = (performance.now() - startedAt).toFixed(1);
  const { statements, transactions } = count;
  c.header(
    "server-timing",
    `total;dur=${ms}, statements;dur=${statements}, transactions;dur=${transactions}`,
  );
};
