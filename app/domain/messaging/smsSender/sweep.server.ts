import { and, asc, eq, gt, gte, lt, lte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaignSms, campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { type DueRows, takeDue } from "#app/db/takeDue.server.ts";
import { idsOfNumbers } from "#app/domain/messaging/messages/idRange.ts";
import { followMessages } from "#app/domain/messaging/sms/follow.server.ts";
import type { Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { type Looked, sweptOf } from "./swept.ts";

/** Messages of one campaign that are looked at together. */
const atOnce = 2000;

/**
 * Looks at the next messages of the campaign whose turn it is, and lets an SMS follow those that WhatsApp has not delivered in
 * time. Most messages are delivered by then and cost nothing. Returns the number of campaigns, at most 1.
 */
export async function sweepCampaign(services: Services): Promise<number> {
  const now = services.clock.now();
  const due: DueRows = {
    ...{ name: "campaign-sms", table: "campaign_sms", isDue: "t.due_at <= $1", values: [now] },
    order: "t.due_at",
  };
  const swept = await takeDue(services, due, 1, async (tx, orgId, [id]) => {
    await sweep(tx, orgId, id!, now);
    return [id];
  });
  return swept.length;
}

async function sweep(tx: Tx, orgId: OrgId, id: string, now: Date): Promise<void> {
  const ofCampaign = and(eq(campaignSms.orgId, orgId), eq(campaignSms.id, id));
  const [found] = await tx
    .select({ campaign: campaigns, through: campaignSms.through })
    .from(campaignSms)
    .innerJoin(campaigns, and(eq(campaigns.orgId, orgId), eq(campaigns.id, campaignSms.id)))
    .where(ofCampaign);
  if (!found) return;
  const { campaign, through } = found;
  const looked = await readNext(tx, campaign, through);
  const { followed, ...next } = sweptOf(looked, {
    ...{ now, through, atOnce, waitSeconds: campaign.sms?.waitSeconds ?? 0 },
    ...{ recipients: campaign.recipientCount, status: asSwept(campaign.status) },
  });
  await followMessages(tx, orgId, followed, now);
  await tx.update(campaignSms).set(next).where(ofCampaign);
}

const asSwept = (status: Campaign["status"]) =>
  status === "paused" || status === "cancelled" ? status : "running";

type Campaign = typeof campaigns.$inferSelect;

/** The next messages that were leased, in their order. */
async function readNext(tx: Tx, campaign: Campaign, through: number): Promise<Looked[]> {
  const { orgId, id, nextSequence } = campaign;
  const last = Math.min(nextSequence - 1, through + atOnce);
  if (last <= through) return [];
  const { messagesFrom, messagesTo } = idsOfNumbers(campaign, through + 1, last);
  return tx
    .select({
      id: messages.id,
      sequence: messages.sequence,
      state: messages.state,
      acceptedAt: messages.acceptedAt,
      dueAt: messages.dueAt,
    })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, orgId),
        eq(messages.campaignId, id),
        gt(messages.sequence, through),
        lte(messages.sequence, last),
        gte(messages.id, messagesFrom),
        lt(messages.id, messagesTo),
      ),
    )
    .orderBy(asc(messages.sequence));
}
