import { isOverloaded } from "#app/db/transient.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

const windowMs = 10_000;

/**
 * Logs errors at once, except transient ones: on a busy start each queue would log the same. These become one
 * line per message after `windowMs`, with their count.
 */
export function createErrorSummary(log: Pick<Logger, "warn" | "error">, what: string) {
  const counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    for (const [reason, count] of counts) log.warn({ reason, count }, `${what}: transient errors`);
    counts.clear();
  }
  return {
    add(error: Error): void {
      if (!isOverloaded(error)) {
        log.error({ err: error }, what);
        return;
      }
      counts.set(error.message, (counts.get(error.message) ?? 0) + 1);
      timer ??= setTimeout(flush, windowMs).unref();
    },
    flush,
  };
}
