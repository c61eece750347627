import { and, eq, isNotNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { vendorNotices } from "#app/db/schema/integrations/connections.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Marks a notice as applied, in the transaction of its effects. False when another process did. */
export async function noticeIsMine(tx: Tx, { orgId, id }: { orgId: OrgId; id: string }): Promise<boolean> {
  const own = and(eq(vendorNotices.orgId, orgId), eq(vendorNotices.id, id));
  const done = await tx
    .update(vendorNotices)
    .set({ dueAt: null, body: "" })
    .where(and(own, isNotNull(vendorNotices.dueAt)))
    .returning({ id: vendorNotices.id });
  return done.length === 1;
}
