import { and, eq, inArray, isNull, like, lte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { holds } from "#app/db/schema/money/ledger.ts";
import { moneyReleased } from "#app/domain/messaging/events.ts";
import { releaseUndelivered } from "#app/domain/money/hold.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { jobActor, type Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** WhatsApp tries to deliver for 30 days (facts/whatsapp-cloud-api.md §6); one more day for late reports. */
const deliveryDays = 31;
const perTransaction = 500;

/**
 * Releases the money of messages that WhatsApp can no longer deliver: of ended campaigns, and single ones.
 */
export async function releaseExpired(services: Services): Promise<{ released: number }> {
  const now = services.clock.now();
  const heldBefore = new Date(now.getTime() - deliveryDays * 86_400_000);
  const organisations = await services.db.withSystem((tx) =>
    tx
      .selectDistinct({ orgId: holds.orgId })
      .from(holds)
      .where(and(isNull(holds.closedAt), lte(holds.createdAt, heldBefore)))
      .orderBy(holds.orgId),
  );
  let released = 0;
  for (const { orgId } of organisations) {
    for (const findExpired of [expiredCampaigns, expiredMessages]) {
      for (let more = true; more; ) {
        const batch = await services.db.withSystem(async (tx) => {
          const expired = await findExpired(tx, orgId as OrgId, heldBefore);
          let messages = 0;
          for (const hold of expired) messages += await release(tx, orgId as OrgId, hold, now);
          return { found: expired.length, messages };
        });
        released += batch.messages;
        more = batch.found === perTransaction && batch.messages > 0;
      }
    }
  }
  return { released };
}

/** What a hold is for: a campaign, or a single template message (`msg_…`). */
interface Expired {
  id: string;
  name: string | null;
}

const expiredCampaigns = (tx: Tx, orgId: OrgId, endedBefore: Date): Promise<Expired[]> =>
  tx
    .select({ id: campaigns.id, name: campaigns.name })
    .from(holds)
    .innerJoin(campaigns, and(eq(campaigns.orgId, orgId), eq(campaigns.id, holds.subjectId)))
    .where(
      and(
        eq(holds.orgId, orgId),
        isNull(holds.closedAt),
        inArray(campaigns.status, ["completed", "cancelled"]),
        lte(campaigns.completedAt, endedBefore),
      ),
    )
    .orderBy(campaigns.id)
    .limit(perTransaction);

/** Single messages without a report on their delivery. */
const expiredMessages = async (tx: Tx, orgId: OrgId, heldBefore: Date): Promise<Expired[]> => {
  const rows = await tx
    .select({ id: holds.subjectId })
    .from(holds)
    .where(
      and(
        eq(holds.orgId, orgId),
        isNull(holds.closedAt),
        like(holds.subjectId, "msg\\_%"),
        lte(holds.createdAt, heldBefore),
      ),
    )
    .orderBy(holds.subjectId)
    .limit(perTransaction);
  return rows.map(({ id }) => ({ id, name: null }));
};

/** The number of messages whose money was released. */
async function release(tx: Tx, orgId: OrgId, { id, name }: Expired, now: Date): Promise<number> {
  const { released } = await releaseUndelivered(tx, {
    orgId,
    subjectId: id,
    count: Number.MAX_SAFE_INTEGER,
    reference: `expired:${id}`,
    at: now,
  });
  await record(
    tx,
    { orgId, actor: jobActor("release-expired-holds"), clock: { now: () => now } },
    moneyReleased,
    {
      subject: id,
      data: { campaign: name, messages: released, days: deliveryDays },
      correlationId: id,
    },
  );
  return released;
}
