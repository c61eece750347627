import type { Tx } from "#app/db/client.server.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
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
  const { autoAssign, awayMessage, workingWeek } = await inboxSettingsOf(tx, orgId);
  if (autoAssign) await jobs.enqueue(giveWaitingJob, { orgId }, { tx, key: orgId });
  if (awayMessage === "" || isWorkingTime(workingWeek, clock.now())) return;
  for (const conversationId of conversationIds)
    await jobs.enqueue(sendAwayMessageJob, { orgId, conversationId }, { tx, key: conversationId });
}
