import type { Queryable } from "#app/db/client.server.ts";
import { laneOfCategory } from "#app/domain/messaging/campaigns/lanes.ts";
import { type IdRange, rangeColumns } from "#app/domain/messaging/messages/idRange.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { isQuiet, type Leasing, leasesAtMs, leasingColumns } from "./leasing.ts";

export interface CampaignToSend extends IdRange {
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

/** The campaigns of a number that are being sent, in the order of the lanes: one-time codes, utility, marketing. */
export async function campaignsToSend(
  client: Queryable,
  orgId: OrgId,
  phoneNumberId: string,
): Promise<CampaignToSend[]> {
  const { rows } = await client.query<
    Leasing & Pick<CampaignToSend, "campaignId" | "name" | "lane" | "done" | keyof IdRange>
  >({
    name: "campaigns-to-send",
    text: `select c.id as "campaignId", c.name, ${laneOfCategory("t.category")} as lane, ${leasingColumns}, ${rangeColumns},
        case when c.next_sequence <= c.recipient_count then false else not exists (
          select 1 from campaign_totals s where s.org_id = $1 and s.campaign_id = c.id and s.state in ('queued', 'unknown') and s.count > 0
        ) end as done
      from campaigns c left join templates t on t.org_id = $1 and t.id = c.template_id
      where c.org_id = $1 and c.phone_number_id = $2 and c.status = 'sending'
      order by lane, c.started_at`,
    values: [orgId, phoneNumberId],
  });
  return rows.map((row) => {
    const { campaignId, name, lane, done, nowMs, messagesFrom, messagesTo } = row;
    const leasesAt = leasesAtMs(row);
    const more = leasesAt !== null && leasesAt <= nowMs;
    const nextLeaseMs = leasesAt === null || more ? null : leasesAt - nowMs;
    return { campaignId, name, lane, more, nextLeaseMs, quiet: isQuiet(row), done, messagesFrom, messagesTo };
  });
}
