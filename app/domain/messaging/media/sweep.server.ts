import { sql } from "drizzle-orm";
import type { Services } from "#app/platform/context.ts";
import { dropUnused } from "./dropUnused.server.ts";
import { unsentDays } from "./fieldRules.ts";

const batch = 200;

/**
 * Deletes files whose message was erased or has expired, and unsent ones without a template, campaign, scheduled
 * message or owner: row first, then the bytes.
 */
export async function sweepMedia(services: Services): Promise<{ removed: number }> {
  const unsentBefore = new Date(services.clock.now().getTime() - unsentDays * 86_400_000).toISOString();
  let removed = 0;
  for (;;) {
    const { rows } = await services.db.withSystem((tx) =>
      tx.execute<{ storageKey: string | null; thumbnailKey: string | null }>(sql`
        with gone as (
          delete from media where (org_id, id) in (
            select f.org_id, f.id from media f
            left join messages m on m.org_id = f.org_id and m.id = f.message_id
            where f.owner_id is null and case when f.kept then f.created_at < ${unsentBefore}::timestamptz and not exists (
                select 1 from templates t where t.org_id = f.org_id and strpos(t.components::text, f.id) > 0
                  and t.status <> 'DELETED'
              ) and not exists (
                select 1 from campaigns c where c.org_id = f.org_id and strpos(c.variables::text, f.id) > 0
              )
              when f.message_id is null then f.created_at < ${unsentBefore}::timestamptz and not exists (
                select 1 from scheduled_messages s where s.org_id = f.org_id and s.state = 'scheduled'
                  and strpos(s.variables::text, f.id) > 0
              )
              else m.contact_id is null end
            limit ${batch})
          returning org_id, id, storage_key, thumbnail_key
        ), forgotten as (
          delete from media_at_meta where (org_id, media_id) in (select org_id, id from gone)
        )
        select storage_key as "storageKey", thumbnail_key as "thumbnailKey" from gone`),
    );
    await dropUnused(services, rows);
    removed += rows.length;
    if (rows.length < batch) return { removed };
  }
}
