import { clientOf, type Tx } from "#app/db/client.server.ts";
import { messageDelivered, messageFailed, messageRead } from "#app/domain/messaging/events.ts";
import { eventOf, type RecordedEvent, recordTogether } from "#app/domain/record/record.server.ts";
import { wantedEvents } from "#app/domain/record/webhooks/subscriber.ts";
import { metaActor } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { factsOfMessages, type MessageFacts } from "./publicFacts.server.ts";

const reports = [
  { type: messageDelivered, status: "delivered", at: ({ deliveredAt }: MessageFacts) => deliveredAt },
  { type: messageRead, status: "read", at: ({ readAt }: MessageFacts) => readAt },
  { type: messageFailed, status: "failed", at: ({ failedAt }: MessageFacts) => failedAt },
] as const;

/**
 * Publishes the current state of messages, in the transaction that learned it. Costs one index lookup when no
 * endpoint of the organisation subscribes.
 */
export async function publishReports(
  tx: Tx,
  { orgId, messageIds, at }: { orgId: OrgId; messageIds: readonly string[]; at: Date },
): Promise<void> {
  if (messageIds.length === 0) return;
  const client = clientOf(tx);
  const wanted = await wantedEvents(client, orgId);
  const published = reports.filter(({ type }) => wanted.has(type.name));
  if (published.length === 0) return;
  const facts = await factsOfMessages(client, orgId, messageIds);
  const events = [...facts.values()].flatMap((message) =>
    published.flatMap((report): RecordedEvent[] => {
      const reportedAt = report.at(message);
      if (!reportedAt) return [];
      return [
        eventOf(report.type, {
          subject: message.id,
          data: {},
          at: reportedAt,
          facts: { subject: message.id, data: dataOf(message, report.status) },
        }),
      ];
    }),
  );
  await recordTogether(tx, { orgId, actor: metaActor, clock: { now: () => at } }, events);
}

/** A message that failed after it was delivered, or the other way round, has an error in one event only. */
function dataOf({ data: { error_code: errorCode, ...data } }: MessageFacts, status: string) {
  return { ...data, status, ...(status === "failed" && errorCode ? { error_code: errorCode } : {}) };
}
