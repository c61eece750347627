import { sql } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { eventRedactions } from "#app/db/schema/record/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { redactionOf } from "./redaction.ts";
import { contentOf } from "./seal.server.ts";

export interface Touched {
  eventId: string;
  /** Null where it was not sealed yet. */
  seal: string | null;
}

/** Signs what is left of events after an erasure, in its transaction, so that the chain that they stand in stays whole. */
export async function signRedactions(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId" | "config" | "clock">,
  touched: readonly Touched[],
): Promise<void> {
  const sealed = touched.flatMap(({ eventId, seal }) => (seal === null ? [] : [{ eventId, seal }]));
  if (sealed.length === 0) return;
  const rows = await queryRows<{ eventId: string; content: string }>(
    tx,
    `select e.id as "eventId", ${contentOf} as content from events e where e.org_id = $1 and e.id = any($2)`,
    [ctx.orgId, sealed.map(({ eventId }) => eventId)],
  );
  const left = new Map(rows.map(({ eventId, content }) => [eventId, content]));
  const key = ctx.config.encryptionKeys[0]!;
  await tx
    .insert(eventRedactions)
    .values(
      sealed.map(({ eventId, seal }) => ({
        orgId: ctx.orgId,
        eventId,
        keyId: key.id,
        hash: redactionOf(key, seal, eventId, left.get(eventId) ?? null),
        redactedAt: ctx.clock.now(),
      })),
    )
    .onConflictDoUpdate({
      target: [eventRedactions.orgId, eventRedactions.eventId],
      set: {
        keyId: sql`excluded.key_id`,
        hash: sql`excluded.hash`,
        redactedAt: sql`excluded.redacted_at`,
      },
    });
}
