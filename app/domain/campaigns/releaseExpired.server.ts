import { and, eq, inArray, isNull, lte } from "drizzle-orm";
import type { Services } from "#app/api/context.ts";
import { campaigns } from "#app/db/schema/messaging.ts";
import { holds } from "#app/db/schema/money.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { releaseUndelivered } from "#app/domain/ledger/hold.server.ts";

/** WhatsApp tries to deliver for 30 days (facts/whatsapp-cloud-api.md §6); a day more for the last reports to come in. */
const deliveryDays = 31;
const perRun = 500;

/** Gives back the money of messages of ended campaigns that WhatsApp will not deliver any more. */
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
        { orgId, actor: { userId: null, ipAddress: null, userAgent: null }, clock: services.clock },
        {
          type: "billing",
          action: "Money released",
          details: `“${name}”: ${released} messages were not delivered in ${deliveryDays} days`,
        },
      );
    }
    return { released: total };
  });
}
