import type { Queryable } from "#app/db/client.server.ts";
import { laneOfCategory } from "#app/domain/messaging/campaigns/lanes.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * SQL: campaign `c` may send now, outside quiet hours. It continues automatically when they end, since only
 * the clock is checked.
 */
export const isQuiet = `in_quiet_hours(c.quiet_from, c.quiet_to, c.quiet_zone, now())`;

/** Unused pace beyond this is lost, so that no burst follows a pause. */
const paceWindow = (c: string) => `make_interval(secs => greatest(60, ${c}.pace_gap_seconds))`;

/** SQL: since when the pace of a campaign allows messages that were not leased yet; null where it has no pace. */
export const pacedSince = (c: string) => `greatest(${c}.paced_at, now() - ${paceWindow(c)})`;

/** SQL: from when on a campaign may lease: once a second where it has a pace, or as seldom as its messages leave. */
export const mayLeaseAt = (c: string) =>
  `case when ${c}.pace_gap_seconds is null then now() else ${pacedSince(c)} + make_interval(secs => greatest(1, ${c}.pace_gap_seconds)) end`;

export interface CampaignToSend {
  campaignId: string;
  name: string;
  lane: number;
  /** False when every running number has been leased, or may be now, by pace, quiet hours and messaging limit. */
  more: boolean;
  /** Milliseconds until its pace allows the next range; null without a pace or without messages to lease. */
  nextLeaseMs: number | null;
  /** Quiet hours hold it. */
  quiet: boolean;
  /** All its rows have a final state. */
  done: boolean;
}

const leasable = `c.next_sequence <= least(c.recipient_count, c.limit_through) and not ${isQuiet}`;

/** The campaigns of a number that are being sent, in the order of the lanes: one-time codes, utility, marketing. */
export async function campaignsToSend(
  client: Queryable,
  orgId: OrgId,
  phoneNumberId: string,
): Promise<CampaignToSend[]> {
  const { rows } = await client.query<CampaignToSend>({
    name: "campaigns-to-send",
    text: `select c.id as "campaignId", c.name, ${laneOfCategory("t.category")} as lane, ${isQuiet} as quiet,
        ${leasable} and ${mayLeaseAt("c")} <= now() as more,
        case when ${leasable} and ${mayLeaseAt("c")} > now() then (extract(epoch from ${mayLeaseAt("c")} - now()) * 1000)::float8 end as "nextLeaseMs",
        case when c.next_sequence <= c.recipient_count then false else not exists (
          select 1 from campaign_totals s where s.org_id = $1 and s.campaign_id = c.id and s.state in ('queued', 'unknown') and s.count > 0
        ) end as done
      from campaigns c left join templates t on t.org_id = $1 and t.id = c.template_id
      where c.org_id = $1 and c.phone_number_id = $2 and c.status = 'sending'
      order by lane, c.started_at`,
    values: [orgId, phoneNumberId],
  });
  return rows;
}
