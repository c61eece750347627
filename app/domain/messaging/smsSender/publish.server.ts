import { and, eq } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import { smsReported } from "#app/domain/messaging/events.ts";
import { eventOf, recordTogether } from "#app/domain/record/record.server.ts";
import { wantedEvents } from "#app/domain/record/webhooks/subscriber.ts";
import { jobActor } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** Publishes the state of an SMS, in the transaction that changed it. Costs one lookup when no endpoint subscribes. */
export async function publishSms(tx: Tx, orgId: OrgId, smsId: string, at: Date): Promise<void> {
  if (!(await wantedEvents(clientOf(tx), orgId)).has(smsReported.name)) return;
  const [sms] = await tx
    .select()
    .from(smsMessages)
    .where(and(eq(smsMessages.orgId, orgId), eq(smsMessages.id, smsId)));
  if (!sms) return;
  const data = {
    message_id: sms.messageId,
    sms_id: sms.id,
    to: sms.recipient,
    status: sms.state,
    reason: sms.reason,
    parts: sms.parts,
    price_cents: sms.priceCents,
  };
  const context = { orgId, actor: jobActor("send-sms"), clock: { now: () => at } };
  await recordTogether(tx, context, [
    eventOf(smsReported, { subject: sms.messageId, data: {}, at, facts: { subject: sms.messageId, data } }),
  ]);
}
