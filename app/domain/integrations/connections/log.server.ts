import type { Tx } from "#app/db/client.server.ts";
import { connectionLog, connections } from "#app/db/schema/integrations/connections.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { shortened } from "#app/platform/text/notes.ts";
import { type OneConnection, ownConnection } from "./find.server.ts";

interface Entry {
  kind: string;
  ok?: boolean;
  detail: string;
}

/** Stores an action of a connection in its log, and its health. */
export async function noteLog(
  tx: Tx,
  { clock }: Pick<Services, "clock">,
  connection: OneConnection,
  { kind, ok = true, detail }: Entry,
): Promise<void> {
  const now = clock.now();
  const { orgId, id } = connection;
  await tx.insert(connectionLog).values({
    orgId,
    id: newId("icl", now.getTime()),
    connectionId: id,
    kind,
    ok,
    detail: shortened(detail, 300),
    createdAt: now,
  });
  await tx
    .update(connections)
    .set(ok ? { lastOkAt: now } : { lastErrorAt: now, lastError: shortened(detail, 300) })
    .where(ownConnection(connection));
}
