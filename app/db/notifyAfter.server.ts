import type { Database } from "#app/db/client.server.ts";
import type { Notice } from "#app/db/notices.server.ts";
import { notifyAll } from "#app/db/notify.server.ts";
import { perDatabase } from "#app/db/perDatabase.server.ts";
import { createGathered } from "#app/platform/run/gather.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

const gathered = perDatabase((db) => {
  const { system } = db.for("api");
  return createGathered(
    async (batches: (readonly Notice[])[]) => {
      await notifyAll(system, batches.flat());
      return batches;
    },
    { most: 200 },
  );
});

/**
 * Notifies after a hot path has committed. PostgreSQL serialises commits of notifying transactions, each with
 * a disk write; this one writes nothing, and simultaneous ones share it. The listeners' sweeps cover a lost
 * notification (docs/decisions/0017).
 */
export function notifyAfter(
  { db, log }: { db: Pick<Database, "for" | "listen">; log: Logger },
  notices: readonly Notice[],
): void {
  gathered(db)(notices).catch((err: unknown) => log.warn({ err }, "notification lost"));
}
