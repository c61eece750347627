import { sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

/**
 * Puts a notification behind the bell of every member that the organisation has now, in the transaction of what it
 * tells; but for `causedBy`, whose own deed it is.
 */
export async function notify(
  tx: Tx,
  ctx: { orgId: OrgId; clock: OrgContext["clock"] },
  { causedBy, ...note }: { title: string; body: string; href?: string; causedBy?: string },
): Promise<void> {
  await tx.execute(sql`
    insert into notifications (org_id, id, user_id, title, body, href, created_at)
    select org_id, new_id('ntf'), user_id, ${note.title}, ${note.body}, ${note.href ?? null},
      ${ctx.clock.now().toISOString()}::timestamptz
    from members where org_id = ${ctx.orgId} and user_id is distinct from ${causedBy ?? null}
    on conflict do nothing`);
}
