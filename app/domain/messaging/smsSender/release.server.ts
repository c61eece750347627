import { and, between, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { type MessageFallback, messages } from "#app/db/schema/messaging/messages.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { settleSingleMessages } from "#app/domain/money/singleMessages.server.ts";
import { type OrgId, spanOf } from "#app/platform/ids.ts";

interface Released {
  orgId: OrgId;
  messageIds: readonly string[];
  at: Date;
  /** `waiting`: an SMS may still follow. */
  fallback?: MessageFallback;
}

/**
 * The money of messages is WhatsApp's again, since no SMS was charged for them: it is settled if WhatsApp has delivered them by
 * now, and released if it can't.
 */
export async function releaseToWhatsapp(
  tx: Tx,
  { orgId, messageIds, at, fallback }: Released,
): Promise<void> {
  const [least, greatest] = spanOf(messageIds);
  await tx
    .update(messages)
    .set({ fallback: fallback ?? null })
    .where(
      and(
        eq(messages.orgId, orgId),
        inArray(messages.id, [...messageIds]),
        between(messages.id, least, greatest),
      ),
    );
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
