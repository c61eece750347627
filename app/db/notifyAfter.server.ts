import type { Database } from "#app/db/client.server.ts";
import { perDatabase } from "#app/db/perDatabase.server.ts";
import { createGathered } from "#app/platform/run/gather.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

export interface Notice {
  channel: string;
  payload: string;
}

const text = `select pg_notify(n.channel, n.payload) from unnest($1::text[], $2::text[]) as n(channel, payload)`;

const gathered = perDatabase((db) => {
  const { system } = db.for("api");
  return createGathered(
    async (asked: (readonly Notice[])[]) => {
      const notices = asked.flat();
      const values = [notices.map(({ channel }) => channel), notices.map(({ payload }) => payload)];
      await system.query({ name: "notify-all", text, values });
      return asked;
    },
    { most: 200 },
  );
});

/**
 * Notifies of what a hot path has committed. PostgreSQL commits transactions that notify one after the other, each with a
 * write to the disk of its own; this one writes nothing, and those that come together share it. A lost notification is
 * made up for by the listeners' sweeps (docs/decisions/0017).
 */
export function notifyAfter(
  { db, log }: { db: Pick<Database, "for" | "listen">; log: Logger },
  notices: readonly Notice[],
): void {
  gathered(db)(notices).catch((err: unknown) => log.warn({ err }, "notification lost"));
}
