import { and, eq, inArray, isNull, like, lte } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { holds } from "#app/db/schema/money.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { releaseUndelivered } from "#app/domain/ledger/hold.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

/** WhatsApp tries to deliver for 30 days (facts/whatsapp-cloud-api.md §6); a day more for the last reports to come in. */
const deliveryDays = 31;
const perRun = 500;
const nobody = { userId: null, ipAddress: null, userAgent: null };

/** Gives back the money of messages that WhatsApp will not deliver any more: of ended campaigns, and single ones. */
export async function releaseExpired(services: Services): Promise<{ released: number }> {
  const now = services.clock.now();
  const endedBefore = new Date(now.getTime() - deliveryDays * 86_400_000);
  return services.db.withSystem(async (tx) => {
    const expired = await tx
      .select({ orgId: campaigns.orgId, campaignId: campaigns.id, name: campaigns.name })
      .from(holds)
      .innerJoin(campaigns, and(eq(campaigns.orgId, holds.orgId), eq(campaigns.id, holds.campaignId)))
      .where(
        and(
          isNull(holds.closedAt),
          inArray(campaigns.status, ["completed", "cancelled"]),
          lte(campaigns.completedAt, endedBefore),
        ),
      )
      .orderBy(campaigns.orgId, campaigns.id)
      .limit(perRun);
    let total = 0;
    for (const { orgId, campaignId, name } of expired) {
      const { released } = await releaseUndelivered(tx, {
        orgId,
        campaignId,
        count: Number.MAX_SAFE_INTEGER,
        reference: `expired:${campaignId}`,
        at: now,
      });
      total += released;
      await recordActivity(
        tx,
        { orgId, actor: nobody, clock: services.clock },
        {
          type: "billing",
          action: "Money released",
          details: `“${name}”: ${released} messages were not delivered in ${deliveryDays} days`,
        },
      );
    }
    return { released: total + (await releaseSingleMessages(tx, endedBefore, now)) };
  });
}

/** Single template messages (`msg_…`) of whose fate no report came. */
async function releaseSingleMessages(tx: Tx, heldBefore: Date, now: Date): Promise<number> {
  const expired = await tx
    .select({ orgId: holds.orgId, messageId: holds.campaignId })
    .from(holds)
    .where(and(isNull(holds.closedAt), like(holds.campaignId, "msg\\_%"), lte(holds.createdAt, heldBefore)))
    .orderBy(holds.orgId, holds.campaignId)
    .limit(perRun);
  let total = 0;
  for (const { orgId, messageId } of expired) {
    const { released } = await releaseUndelivered(tx, {
      orgId: orgId as OrgId,
      campaignId: messageId,
      count: 1,
      reference: `expired:${messageId}`,
      at: now,
    });
    total += released;
    await recordActivity(
      tx,
      { orgId: orgId as OrgId, actor: nobody, clock: { now: () => now } },
      {
        type: "billing",
        action: "Money released",
        details: `A single template message was not delivered in ${deliveryDays} days`,
      },
    );
  }
  return total;
}
