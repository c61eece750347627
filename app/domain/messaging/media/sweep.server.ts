import { sql } from "drizzle-orm";
import type { Services } from "#app/platform/context.ts";
import { dropUnused } from "./dropUnused.server.ts";
import { unsentDays } from "./queries.server.ts";

const batch = 200;

/** Deletes files of which the message was erased or has expired, and those that nobody sent: row first, then the bytes. */
export async function sweepMedia(services: Services): Promise<{ removed: number }> {
  const unsentBefore = new Date(services.clock.now().getTime() - unsentDays * 86_400_000).toISOString();
  let removed = 0;
  for (;;) {
    const { rows } = await services.db.withSystem((tx) =>
      tx.execute<{ storageKey: string | null; thumbnailKey: string | null }>(sql`
        delete from media where (org_id, id) in (
          select f.org_id, f.id from media f
          left join messages m on m.org_id = f.org_id and m.id = f.message_id
          where (f.message_id is not null and m.contact_id is null)
            or (f.message_id is null and f.created_at < ${unsentBefore}::timestamptz)
          limit ${batch})
        returning storage_key as "storageKey", thumbnail_key as "thumbnailKey"`),
    );
    await dropUnused(services, rows);
    removed += rows.length;
    if (rows.length < batch) return { removed };
  }
}
