import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bots } from "#app/db/schema/bots.ts";
import { customerWroteJob, runFlowJob } from "#app/domain/messaging/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** What a customer writes in pieces is one turn: an answer waits until nothing came for so long. */
export const turnEndsAfterMs = 3000;

/** Makes the work of answering, in the transaction that puts the message into the chat; none where neither flow nor bot is live. */
export async function tellBots(
  tx: Tx,
  services: Services,
  { orgId, conversationIds }: { orgId: OrgId; conversationIds: readonly string[] },
): Promise<void> {
  const { rows } = await tx.execute<{ runs: boolean }>(sql`
    select exists (select 1 from flows where org_id = ${orgId} and status = 'live')
      or exists (select 1 from flow_sessions where org_id = ${orgId} and status = 'running') as runs`);
  if (rows[0]?.runs)
    // Without a key: a second message within the second of the first is heard by a job of its own.
    for (const conversationId of conversationIds)
      await services.jobs.enqueue(runFlowJob, { orgId, conversationId }, { tx });
  const [live] = await tx
    .select({ id: bots.id })
    .from(bots)
    .where(and(eq(bots.orgId, orgId), eq(bots.status, "live")))
    .limit(1);
  if (!live) return;
  const startAfter = new Date(services.clock.now().getTime() + turnEndsAfterMs);
  for (const conversationId of conversationIds)
    await services.jobs.enqueue(
      customerWroteJob,
      { orgId, conversationId },
      { tx, startAfter, key: conversationId },
    );
}
