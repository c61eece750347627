import { addToCounters } from "#app/db/addToCounters.server.ts";
import type { Queryable } from "#app/db/client.server.ts";
import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { messageStates } from "./states.ts";

/** How many messages of a campaign, or of none, go from one state to another. */
export interface Moved {
  campaignId: string | null;
  from: MessageState;
  to: MessageState;
  count: number;
}

/** Campaign totals move with the rows. They are locked by campaign and state. */
export async function addToCampaignTotals(
  client: Queryable,
  orgId: OrgId,
  moved: readonly Moved[],
): Promise<void> {
  const byCampaign = new Map<string, Map<MessageState, number>>();
  for (const { campaignId, from, to, count } of moved) {
    if (campaignId === null) continue;
    const counts = byCampaign.get(campaignId) ?? new Map<MessageState, number>();
    counts.set(from, (counts.get(from) ?? 0) - count);
    counts.set(to, (counts.get(to) ?? 0) + count);
    byCampaign.set(campaignId, counts);
  }
  const rows = [...byCampaign.keys()].sort().flatMap((campaignId) =>
    messageStates.flatMap((state) => {
      const count = byCampaign.get(campaignId)!.get(state);
      return count ? [[campaignId, state, count]] : [];
    }),
  );
  const table = { table: "campaign_totals", keys: ["campaign_id", "state"], counts: ["count"] };
  await addToCounters(client, orgId, table, rows);
}
