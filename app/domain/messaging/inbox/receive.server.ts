import { eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { isWorkingTime } from "#app/domain/messaging/inboxSettings/workingHours.ts";
import { giveWaitingJob, sendAwayMessageJob } from "#app/domain/messaging/jobs.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** In the transaction of a customer's message: assigns their conversation, and schedules the away message. */
export async function receiveInInbox(
  tx: Tx,
  { jobs, clock }: Pick<Services, "jobs" | "clock">,
  orgId: OrgId,
  conversationIds: readonly string[],
): Promise<void> {
  const [settings] = await tx
    .select({
      awayMessage: inboxSettings.awayMessage,
      workingWeek: inboxSettings.workingWeek,
      assigns: sql<boolean>`(auto_assign
        or exists (select 1 from teams where teams.org_id = ${orgId} and teams.auto_assign))`,
    })
    .from(inboxSettings)
    .where(eq(inboxSettings.orgId, orgId));
  if (!settings) return;
  const { assigns, awayMessage, workingWeek } = settings;
  if (assigns) await jobs.enqueue(giveWaitingJob, { orgId }, { tx, key: orgId });
  if (awayMessage === "" || isWorkingTime(workingWeek, clock.now())) return;
  for (const conversationId of conversationIds)
    await jobs.enqueue(sendAwayMessageJob, { orgId, conversationId }, { tx, key: conversationId });
}
