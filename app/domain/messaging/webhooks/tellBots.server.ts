import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { customerWroteJob, runFlowJob } from "#app/domain/messaging/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** What a customer writes in pieces is one turn: an answer waits until nothing came for so long. */
export const turnEndsAfterMs = 3000;

/** Whether staff have left a function to the organisation. */
const isOn = (orgId: OrgId, feature: "flows" | "bots") => sql`not exists (select 1 from feature_switches
  where org_id = ${orgId} and feature = ${feature} and ended_at is null)`;

/** Makes the work of answering, in the transaction that puts the message into the chat; none where neither flow nor bot is live. */
export async function tellBots(
  tx: Tx,
  services: Services,
  { orgId, conversationIds }: { orgId: OrgId; conversationIds: readonly string[] },
): Promise<void> {
  const { rows } = await tx.execute<{ flows: boolean; bots: boolean }>(sql`
    select (exists (select 1 from flows where org_id = ${orgId} and status = 'live')
        or exists (select 1 from flow_sessions where org_id = ${orgId} and status = 'running'))
        and ${isOn(orgId, "flows")} as flows,
      exists (select 1 from bots where org_id = ${orgId} and status = 'live') and ${isOn(orgId, "bots")} as bots`);
  const [live] = rows;
  if (live?.flows)
    // Without a key: a second message within the second of the first is heard by a job of its own.
    for (const conversationId of conversationIds)
      await services.jobs.enqueue(runFlowJob, { orgId, conversationId }, { tx });
  if (!live?.bots) return;
  const startAfter = new Date(services.clock.now().getTime() + turnEndsAfterMs);
  for (const conversationId of conversationIds)
    await services.jobs.enqueue(
      customerWroteJob,
      { orgId, conversationId },
      { tx, startAfter, key: conversationId },
    );
}
