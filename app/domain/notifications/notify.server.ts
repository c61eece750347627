import { sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

/**
 * Puts a notification behind the bell of every member that the organisation has now, in the transaction of what it
 * tells; but for `causedBy`, whose own deed it is, and with `unlessUnread` for whom an unread one leads to the same place.
 */
export async function notify(
  tx: Tx,
  ctx: { orgId: OrgId; clock: OrgContext["clock"] },
  {
    causedBy,
    unlessUnread,
    ...note
  }: { title: string; body: string; href?: string; causedBy?: string; unlessUnread?: boolean },
): Promise<void> {
  const isNews = unlessUnread
    ? sql`and not exists (select from notifications known where known.org_id = members.org_id
        and known.user_id = members.user_id and known.href = ${note.href ?? null} and known.read_at is null)`
    : sql``;
  await tx.execute(sql`
    insert into notifications (org_id, id, user_id, title, body, href, created_at)
    select org_id, new_id('ntf'), user_id, ${note.title}, ${note.body}, ${note.href ?? null},
      ${ctx.clock.now().toISOString()}::timestamptz
    from members where org_id = ${ctx.orgId} and user_id is distinct from ${causedBy ?? null} ${isNews}
    on conflict do nothing`);
}
