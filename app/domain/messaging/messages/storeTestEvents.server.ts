import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";
import type { testMessages } from "#app/db/schema/messaging/messages.ts";
import { deliveriesChannel, deliveriesText } from "#app/domain/record/webhooks/subscriber.ts";
import type { OrgId } from "#app/platform/ids.ts";

const text = `with ${deliveriesText(
  "test",
  "select $2::text as type, $3::text as subject, $4::timestamptz as at, $5::jsonb as data",
)} select count(*)::int as stored from webhook`;

/** Stores what happened to a message of the test mode, for the endpoints of that mode. */
export async function storeTestEvents(
  tx: Tx,
  orgId: OrgId,
  message: typeof testMessages.$inferSelect,
): Promise<void> {
  const data = {
    message_id: message.id,
    status: message.status,
    to: message.recipient,
    message_type: message.type,
    ...(message.template === null ? {} : { template: message.template }),
    ...(message.errorCode === null ? {} : { error_code: message.errorCode }),
  };
  const { rows } = await clientOf(tx).query<{ stored: number }>({
    name: "store-test-events",
    text,
    values: [orgId, `message.${message.status}`, message.id, message.createdAt, JSON.stringify(data)],
  });
  if (rows[0]!.stored > 0) notify(tx, deliveriesChannel);
}
