import { and, eq, inArray } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import type { MessageFallback } from "#app/db/schema/messaging/messages.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { releaseUndelivered, settleDelivered } from "#app/domain/money/hold.server.ts";
import { settleSingleMessages } from "#app/domain/money/singleMessages.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";

interface Released {
  orgId: OrgId;
  messageIds: readonly string[];
  at: Date;
  /** `waiting`: an SMS may still follow. */
  fallback?: MessageFallback;
}

// What may still have an SMS keeps its money when it fails.
const releaseText = `
  with was as (
    select m.id, m.fallback from messages m where m.org_id = $1 and m.id = any($2::text[]) and m.id between $3 and $4
    order by m.id for update
  ), freed as (
    update messages m set fallback = $5 from was
    where m.org_id = $1 and m.id = was.id and m.id = any($2::text[]) and m.id between $3 and $4
    returning m.campaign_id, m.state, was.fallback
  )
  select campaign_id as "campaignId", count(*) filter (where state in ('delivered', 'read') and fallback = 'sms')::int as delivered,
    count(*) filter (where state = 'failed' and $5::text is null and fallback is not null
      or state = 'cancelled' and fallback = 'sms')::int as undelivered
  from freed where campaign_id is not null group by campaign_id order by campaign_id`;

/**
 * The money of messages is WhatsApp's again, since no SMS was charged for them: it is settled if WhatsApp has delivered them by
 * now, and released if it can't.
 */
export async function releaseToWhatsapp(
  tx: Tx,
  { orgId, messageIds, at, fallback }: Released,
): Promise<void> {
  const { rows } = await clientOf(tx).query<{ campaignId: string; delivered: number; undelivered: number }>({
    name: "release-to-whatsapp",
    text: releaseText,
    values: [orgId, messageIds, ...spanOf(messageIds), fallback ?? null],
  });
  for (const { campaignId: subjectId, delivered, undelivered } of rows) {
    if (delivered > 0) await settleDelivered(tx, { orgId, subjectId, count: delivered, at });
    if (undelivered > 0) await releaseUndelivered(tx, { orgId, subjectId, count: undelivered, at });
  }
  await settleSingleMessages(tx, { orgId, messageIds, at });
  notifyPages(tx, orgId, "messages");
}

type Row = typeof smsMessages.$inferSelect;

/** The network reports within this time, or never. */
export const reportMs = 48 * 3_600_000;

/**
 * Ends SMS whose time is over: the process that called the service died (it is unknown whether they went, so they are neither
 * repeated nor charged), or the network never reported.
 */
export async function endLost(tx: Tx, orgId: OrgId, rows: readonly Row[], at: Date): Promise<void> {
  const idsOf = (state: Row["state"]) => rows.filter((row) => row.state === state).map(({ id }) => id);
  const end = (ids: readonly string[], state: Row["state"]) =>
    tx
      .update(smsMessages)
      .set({ state, dueAt: null })
      .where(and(eq(smsMessages.orgId, orgId), inArray(smsMessages.id, [...ids])))
      .returning({ messageId: smsMessages.messageId });
  await end(idsOf("sent"), "unconfirmed");
  const unknown = await end(idsOf("sending"), "unknown");
  const messageIds = unknown.map(({ messageId }) => messageId);
  if (messageIds.length > 0) await releaseToWhatsapp(tx, { orgId, messageIds, at });
}
