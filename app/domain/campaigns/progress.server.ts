import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { type CampaignStatus, campaignTotals } from "#app/db/schema/messaging.ts";
import { type Campaign, findCampaign } from "./find.server.ts";
import { noCounts, type StateCounts, stagesOf } from "./queries.server.ts";
import { isRunning } from "./states.ts";

export interface CampaignProgress {
  status: CampaignStatus;
  statusReason: string | null;
  recipients: number;
  counts: StateCounts;
  sent: number;
  delivered: number;
  read: number;
  failed: number;
  /** Rows that have left the queue. */
  done: number;
  /** Messages a second that WhatsApp took lately; null while nothing is known. */
  ratePerSecond: number | null;
  /** Seconds until the queue is empty at that rate; null while nothing is known. */
  etaSeconds: number | null;
  /** The figures still move by themselves: worth following. */
  moving: boolean;
}

/** How many of the newest running numbers tell the rate, and how old they may be. */
const rateRows = 5000;
const rateWindowSeconds = 20;

/** How far a campaign is. @throws DomainError `campaign.not_found`. */
export async function getProgress(ctx: OrgContext, campaignId: string): Promise<CampaignProgress> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const campaign = await findCampaign(tx, ctx.orgId, campaignId);
    const counts = noCounts();
    const rows = await tx
      .select()
      .from(campaignTotals)
      .where(and(eq(campaignTotals.orgId, ctx.orgId), eq(campaignTotals.campaignId, campaignId)));
    for (const row of rows) counts[row.state] = row.count;
    const waiting = counts.queued + counts.unknown;
    let ratePerSecond: number | null = null;
    if (campaign.status === "sending" && waiting > 0) {
      const now = ctx.clock.now().toISOString();
      const { rows: recent } = await tx.execute<{ accepted: number; seconds: number | null }>(sql`
        select count(*)::int as accepted, extract(epoch from ${now}::timestamptz - min(accepted_at))::float8 as seconds
        from (
          select accepted_at from messages
          where org_id = ${ctx.orgId} and campaign_id = ${campaignId} and sequence < ${campaign.nextSequence}
          order by sequence desc limit ${rateRows}
        ) as newest
        where accepted_at > ${now}::timestamptz - make_interval(secs => ${rateWindowSeconds})`);
      const { accepted, seconds } = recent[0]!;
      if (accepted > 0) ratePerSecond = accepted / Math.max(1, seconds ?? 1);
    }
    return {
      status: campaign.status,
      statusReason: campaign.statusReason,
      recipients: campaign.recipientCount,
      counts,
      ...stagesOf(counts),
      done: campaign.recipientCount - waiting,
      ratePerSecond: ratePerSecond === null ? null : Math.round(ratePerSecond * 10) / 10,
      etaSeconds: ratePerSecond === null ? null : Math.ceil(waiting / ratePerSecond),
      moving: isMoving(campaign, counts, ctx.clock.now()),
    };
  });
}

/** How long after a stop messages under way and delivery reports are waited for; stragglers show on the next visit. */
const echoMs = 10 * 60_000;

function isMoving(campaign: Campaign, counts: StateCounts, now: Date): boolean {
  if (isRunning(campaign.status)) return true;
  if (!["paused", "completed", "cancelled"].includes(campaign.status)) return false;
  const leftover = campaign.status === "cancelled" ? counts.queued : 0;
  const underWay = leftover + counts.unknown + counts.accepted + counts.sent;
  return underWay > 0 && now.getTime() - campaign.updatedAt.getTime() < echoMs;
}

const pollEveryMs = 1000;

/** The progress as server-sent events: `progress` whenever it changed, and `end` when nothing more will happen by itself. */
export function progressEvents(ctx: OrgContext, campaignId: string, first: CampaignProgress) {
  const encoder = new TextEncoder();
  let timer: NodeJS.Timeout | undefined;
  let over = false;
  const stop = () => {
    over = true;
    clearTimeout(timer);
  };
  return new ReadableStream<Uint8Array>({
    start(controller) {
      let last = "";
      const send = (event: string, data: string) =>
        controller.enqueue(encoder.encode(`event: ${event}\ndata: ${data}\n\n`));
      const close = () => {
        stop();
        controller.close();
      };
      const tell = (progress: CampaignProgress) => {
        const text = JSON.stringify(progress);
        if (text !== last) send("progress", text);
        last = text;
        if (!progress.moving) {
          send("end", "{}");
          close();
        }
      };
      const poll = async () => {
        if (over) return;
        try {
          const progress = await getProgress(ctx, campaignId);
          if (over) return;
          tell(progress);
        } catch (error) {
          ctx.log.warn({ err: error, campaignId }, "campaign progress");
          if (!over) close();
          return;
        }
        if (!over) timer = setTimeout(poll, pollEveryMs);
      };
      tell(first);
      if (!over) timer = setTimeout(poll, pollEveryMs);
    },
    cancel: stop,
  });
}
