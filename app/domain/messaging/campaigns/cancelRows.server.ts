import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";

import { releaseUndelivered } from "#app/domain/money/hold.server.ts";
import type { Call } from "#app/platform/context.ts";
import type { Reason } from "#app/platform/errors.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";
import { type Campaign, findCampaign } from "./find.server.ts";

/**
 * The number of messages that a request cancels itself, and the batch size of the job that cancels the rest.
 */
export const rowsAtOnce = 5000;

/** Cancels what a cancelled campaign still has in the queue, batch by batch; a crash leaves the rest to the next call. */
export async function cancelRest({
  ctx,
  input,
}: Call<{ campaignId: string }>): Promise<{ cancelledMessages: number }> {
  let cancelledMessages = 0;
  for (let after = 0; ; ) {
    const batch = await ctx.db.withOrg(ctx.orgId, async (tx) => {
      const campaign = await findCampaign(tx, ctx.orgId, input.campaignId, { lock: true });
      if (campaign.status !== "cancelled") return undefined;
      const cancelled = await cancelQueuedRows(tx, ctx.orgId, [campaign], { atMost: rowsAtOnce, after });
      await releaseCancelled(tx, campaign, cancelled, ctx.clock.now());
      return cancelled[0];
    });
    cancelledMessages += batch?.count ?? 0;
    if (!batch || batch.count < rowsAtOnce) return { cancelledMessages };
    after = batch.last;
  }
}

/** Records the end and its reason, as text for the member, on a campaign that the caller has locked. */
export async function markCancelled(tx: Tx, campaign: Campaign, reason: Reason, at: Date): Promise<void> {
  await tx
    .update(campaigns)
    .set({ status: "cancelled", statusReason: reason, completedAt: at, updatedAt: at })
    .where(and(eq(campaigns.orgId, campaign.orgId), eq(campaigns.id, campaign.id)));
  notifyPages(tx, campaign.orgId, "campaigns");
}

/** Rows of one campaign that were cancelled together, between the running numbers `first` and `last`. */
interface CancelledRows {
  campaignId: string;
  count: number;
  /** Those whose SMS was not called for: it decides about the money of the others. */
  unpaid: number;
  first: number;
  last: number;
}

/**
 * Cancels the queued rows of campaigns that no sender has in memory, and updates their totals: those without
 * a lease, and those waiting for a retry, which is claimed again. Rows that a sender releases later end there, and
 * those of a dead sender by the job that cancels what is left. The money is released afterwards (`releaseCancelled`):
 * the ledger is locked last. `atMost` limits the rows of one campaign, `after` is a running number.
 */
export async function cancelQueuedRows(
  tx: Tx,
  orgId: OrgId,
  cancelled: readonly Campaign[],
  { atMost = null, after = 0 }: { atMost?: number | null; after?: number } = {},
): Promise<CancelledRows[]> {
  const campaignIds = cancelled.map(({ id }) => id);
  const from = spanOf(cancelled.map(({ messagesFrom }) => messagesFrom))[0];
  const to = spanOf(cancelled.map(({ messagesTo }) => messagesTo))[1];
  const { rows } = await tx.execute<CancelledRows & Record<string, unknown>>(sql`
    with chosen as (
      select m.id from messages m
      where m.org_id = ${orgId} and m.campaign_id = any(${sql.param(campaignIds)}::text[]) and m.state = 'queued'
        and m.sequence > ${after} and m.id >= ${from} and m.id < ${to}
        and (m.due_at is not null or not exists (
          select 1 from send_leases l where l.org_id = ${orgId} and l.campaign_id = m.campaign_id
          and m.sequence between l.from_sequence and l.to_sequence
        ))
      order by m.sequence limit ${atMost}::int
    ), open as (
      select m.id from messages m join chosen c on c.id = m.id
      where m.org_id = ${orgId} and m.id >= ${from} and m.id < ${to} and m.state = 'queued' order by m.id for update of m
    ), gone as (
      update messages m set state = 'cancelled' from open
      where m.org_id = ${orgId} and m.id = open.id and m.id >= ${from} and m.id < ${to}
      returning m.campaign_id, m.sequence, m.fallback
    ), counted as (
      select campaign_id, count(*)::int as count, count(*) filter (where fallback is distinct from 'sms')::int as unpaid, min(sequence) as first, max(sequence) as last from gone group by campaign_id
    ), totals as (
      insert into campaign_totals (org_id, campaign_id, state, count)
      select ${orgId}, campaign_id, state, delta from counted,
        lateral (values ('queued'::message_state, -count), ('cancelled', count)) as moved (state, delta)
      order by campaign_id, state
      on conflict (org_id, campaign_id, state) do update set count = campaign_totals.count + excluded.count
    )
    select campaign_id as "campaignId", count, unpaid, first, last from counted order by campaign_id`);
  if (rows.length > 0) notifyPages(tx, orgId, "messages");
  return rows;
}

/**
 * Releases the money of a campaign's cancelled rows, or all of it when its recipients were never written.
 * Returns how many rows were cancelled.
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
    releaseUndelivered(tx, { orgId, subjectId: campaignId, count, reference, at });
  if (!campaign.startedAt) await release(Number.MAX_SAFE_INTEGER, `cancel:${campaignId}`);
  else if (rows) await release(rows.unpaid, `cancel:${campaignId}:${rows.first}`);
  return rows?.count ?? 0;
}
