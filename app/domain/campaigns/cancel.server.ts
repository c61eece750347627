import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { releaseUndelivered } from "#app/domain/ledger/hold.server.ts";
import type { OrgId } from "#app/shared/ids.ts";
import { findCampaign } from "./find.server.ts";
import { requireMove } from "./states.ts";

/** Ends a campaign for good. What no sender works on is cancelled and its money released; the rest still arrives. */
export async function cancelCampaign({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { campaignId: string };
}): Promise<{ cancelledMessages: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, input.campaignId, { lock: true });
    if (campaign.status === "cancelled") return { cancelledMessages: 0 };
    requireMove(campaign.status, "cancelled", "cancelled");
    const now = ctx.clock.now();
    await tx
      .update(campaigns)
      .set({
        status: "cancelled",
        statusReason: "Cancelled by a member of your team.",
        completedAt: now,
        updatedAt: now,
      })
      .where(and(eq(campaigns.orgId, ctx.orgId), eq(campaigns.id, campaign.id)));
    let cancelledMessages = 0;
    if (campaign.startedAt)
      ({ cancelled: cancelledMessages } = await cancelQueuedRows(tx, {
        orgId: ctx.orgId,
        campaignId: campaign.id,
        at: now,
      }));
    else if (campaign.holdId)
      await releaseUndelivered(tx, {
        orgId: ctx.orgId,
        campaignId: campaign.id,
        count: Number.MAX_SAFE_INTEGER,
        reference: `cancel:${campaign.id}`,
        at: now,
      });
    await recordActivity(tx, ctx, {
      type: "message",
      status: "warning",
      action: "Campaign cancelled",
      details: `“${campaign.name}” was cancelled; ${cancelledMessages} messages were not sent`,
    });
    return { cancelledMessages };
  });
}

/**
 * Cancels the queued rows of a campaign that no lease covers, moves its totals and releases their money. Rows that a
 * sender gives back later end there.
 */
async function cancelQueuedRows(
  tx: Tx,
  input: { orgId: OrgId; campaignId: string; at?: Date },
): Promise<{ cancelled: number }> {
  const { orgId, campaignId } = input;
  const { rows } = await tx.execute<{ count: number; first: number | null }>(sql`
    with gone as (
      update messages m set state = 'cancelled'
      where m.org_id = ${orgId} and m.campaign_id = ${campaignId} and m.state = 'queued'
        and not exists (
          select from send_leases l where l.org_id = ${orgId} and l.campaign_id = ${campaignId}
          and m.sequence between l.from_sequence and l.to_sequence
        )
      returning m.sequence
    ), counted as (
      select count(*)::int as count, min(sequence) as first from gone
    ), totals as (
      insert into campaign_totals (org_id, campaign_id, state, count)
      select ${orgId}, ${campaignId}, state, delta from counted,
        lateral (values ('queued'::message_state, -count), ('cancelled', count)) as moved (state, delta)
      where count > 0 order by state
      on conflict (org_id, campaign_id, state) do update set count = campaign_totals.count + excluded.count
    )
    select count, first from counted`);
  const { count, first } = rows[0]!;
  if (count > 0)
    await releaseUndelivered(tx, {
      orgId,
      campaignId,
      count,
      reference: `cancel:${campaignId}:${first}`,
      ...(input.at ? { at: input.at } : {}),
    });
  return { cancelled: count };
}
