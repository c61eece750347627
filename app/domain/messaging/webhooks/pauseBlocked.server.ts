import { clientOf, type Tx } from "#app/db/client.server.ts";
import { pauseCampaignForReason } from "#app/domain/messaging/campaigns/pause.server.ts";
import { blockedBy } from "#app/domain/messaging/messages/blocked.ts";

import type { Move } from "#app/domain/messaging/messages/move.server.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";

/**
 * Meta may accept every message and report only afterwards that the account or the template can't send
 * (§1.4): pauses the campaigns of such messages, so that the rest is not lost too. Messages sent before a
 * campaign was resumed do not pause it. Call it before the messages are moved, since campaigns are locked
 * first.
 */
export async function pauseBlocked(tx: Tx, orgId: OrgId, moves: readonly Move[], now: Date): Promise<void> {
  const blocked = moves.filter(
    ({ state, errorCode }) => state === "failed" && errorCode !== undefined && blockedBy(errorCode) !== null,
  );
  if (blocked.length === 0) return;
  const ids = blocked.map(({ id }) => id);
  const { rows } = await clientOf(tx).query<{ campaignId: string; phoneNumberId: string; messageId: string }>(
    {
      name: "campaigns-blocked",
      text: `select distinct on (c.id) c.id as "campaignId", c.phone_number_id as "phoneNumberId", m.id as "messageId"
      from unnest($2::text[], $3::timestamptz[]) as t(id, at)
      join messages m on m.org_id = $1 and m.id = t.id and m.id = any($2::text[])
        and m.id between $4 and $5 and m.state not in ('failed', 'delivered', 'read')
      join campaigns c on c.org_id = $1 and c.id = m.campaign_id and c.status = 'sending'
        and coalesce(m.accepted_at, t.at) > c.updated_at - interval '1 second'
      where exists (select 1 from campaign_totals s where s.org_id = $1 and s.campaign_id = c.id and s.state in ('queued', 'unknown') and s.count > 0)
      order by c.id, t.at`,
      values: [orgId, ids, blocked.map(({ at }) => at), ...spanOf(ids)],
    },
  );
  for (const { campaignId, phoneNumberId, messageId } of rows) {
    const { errorCode, errorDetail } = blocked.find(({ id }) => id === messageId)!;
    const reason = { code: `meta.${errorCode}`, said: errorDetail ?? "" };
    const { paused } = await pauseCampaignForReason(tx, { orgId, campaignId, reason, at: now });
    if (paused) wakeSender(tx, phoneNumberId);
  }
}
