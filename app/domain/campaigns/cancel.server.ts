import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { releaseUndelivered } from "#app/domain/ledger/hold.server.ts";
import { countOf } from "#app/shared/counts.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { type Campaign, findCampaign } from "./find.server.ts";
import { stateCounts } from "./queries.server.ts";
import { requireMove } from "./states.ts";
import { wakeSender } from "./wakeSender.server.ts";

/**
 * Ends a campaign for good. What was not posted yet is cancelled and its money released; the rest can't be called back.
 * `inSender` messages are in a sender's memory: what it has not posted yet it gives back, and that is cancelled too.
 */
export async function cancelCampaign({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { campaignId: string };
}): Promise<{ cancelledMessages: number; inSender: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId, { lock: true });
    if (campaign.status === "cancelled") return { cancelledMessages: 0, inSender: 0 };
    requireMove(campaign.status, "cancelled", "cancelled");
    const now = ctx.clock.now();
    await markCancelled(tx, campaign, "Cancelled by a member of your team.", now);
    await wakeSender(tx, campaign.phoneNumberId);
    const cancelled = await cancelQueuedRows(tx, ctx.orgId, [campaign.id]);
    const cancelledMessages = await releaseCancelled(tx, campaign, cancelled, now);
    const inSender = (await stateCounts(tx, ctx.orgId, [campaign.id])).get(campaign.id)!.queued;
    await recordActivity(tx, ctx, {
      type: "message",
      status: "warning",
      action: "Campaign cancelled",
      details: `“${campaign.name}” was cancelled${
        !campaign.startedAt
          ? " before it began"
          : inSender > 0
            ? " while it was being sent"
            : `; ${countOf(cancelledMessages, "message")} not sent`
      }`,
    });
    return { cancelledMessages, inSender };
  });
}

/** Notes the end and its reason, in words for the member, on a campaign that the caller has locked. */
export async function markCancelled(tx: Tx, campaign: Campaign, reason: string, at: Date): Promise<void> {
  await tx
    .update(campaigns)
    .set({ status: "cancelled", statusReason: reason, completedAt: at, updatedAt: at })
    .where(and(eq(campaigns.orgId, campaign.orgId), eq(campaigns.id, campaign.id)));
}

/** Rows of one campaign that were cancelled together; `first` is the lowest running number of them. */
interface CancelledRows {
  campaignId: string;
  count: number;
  first: number;
}

/**
 * Cancels the queued rows of campaigns that no sender has in memory, and moves their totals: those that no lease covers,
 * and those that wait for their retry, which is claimed anew. Rows that a sender gives back later end there. The money is released afterwards (`releaseCancelled`): the ledger is locked last.
 */
export async function cancelQueuedRows(
  tx: Tx,
  orgId: OrgId,
  campaignIds: readonly string[],
): Promise<CancelledRows[]> {
  const { rows } = await tx.execute<CancelledRows & Record<string, unknown>>(sql`
    with open as (
      select m.id from messages m
      where m.org_id = ${orgId} and m.campaign_id = any(${sql.param(campaignIds)}::text[]) and m.state = 'queued'
        and (m.due_at is not null or not exists (
          select from send_leases l where l.org_id = ${orgId} and l.campaign_id = m.campaign_id
          and m.sequence between l.from_sequence and l.to_sequence
        ))
      order by m.id for update of m
    ), gone as (
      update messages m set state = 'cancelled' from open where m.org_id = ${orgId} and m.id = open.id
      returning m.campaign_id, m.sequence
    ), counted as (
      select campaign_id, count(*)::int as count, min(sequence) as first from gone group by campaign_id
    ), totals as (
      insert into campaign_totals (org_id, campaign_id, state, count)
      select ${orgId}, campaign_id, state, delta from counted,
        lateral (values ('queued'::message_state, -count), ('cancelled', count)) as moved (state, delta)
      order by campaign_id, state
      on conflict (org_id, campaign_id, state) do update set count = campaign_totals.count + excluded.count
    )
    select campaign_id as "campaignId", count, first from counted order by campaign_id`);
  return rows;
}

/**
 * Gives back the money of a campaign's cancelled rows, or all of it when its recipients were never written. Answers how
 * many rows were cancelled.
 */
export async function releaseCancelled(
  tx: Tx,
  campaign: Campaign,
  cancelled: readonly CancelledRows[],
  at: Date,
): Promise<number> {
  const { orgId, id: campaignId } = campaign;
  const rows = cancelled.find((candidate) => candidate.campaignId === campaignId);
  const release = (count: number, reference: string) =>
    releaseUndelivered(tx, { orgId, campaignId, count, reference, at });
  if (!campaign.startedAt) await release(Number.MAX_SAFE_INTEGER, `cancel:${campaignId}`);
  else if (rows) await release(rows.count, `cancel:${campaignId}:${rows.first}`);
  return rows?.count ?? 0;
}
