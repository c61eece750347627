import type { Tx } from "#app/db/client.server.ts";
import { appliedEvents } from "#app/db/schema/messaging.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** True the first time that an event of this key is applied; the note commits with what the event does. */
export async function firstTime(tx: Tx, orgId: OrgId, key: string): Promise<boolean> {
  const rows = await tx
    .insert(appliedEvents)
    .values({ orgId, key })
    .onConflictDoNothing()
    .returning({ key: appliedEvents.key });
  return rows.length > 0;
}
