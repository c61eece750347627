import { and, count, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type SmsState, smsMessages } from "#app/db/schema/messaging/sms.ts";
import type { Campaign } from "./find.server.ts";

/** What a campaign's SMS came to. */
export interface SmsFigures {
  /** Their messages are looked at, or the service is being called. */
  waiting: number;
  /** Sent in place of a message. */
  sent: number;
  delivered: number;
  /** Of those sent: WhatsApp delivered the message afterwards. */
  late: number;
  /** Not sent or not delivered, though WhatsApp had not delivered in time. */
  failed: number;
}

const stages: Partial<Record<SmsState, (keyof SmsFigures)[]>> = {
  waiting: ["waiting"],
  sending: ["waiting"],
  sent: ["sent"],
  unconfirmed: ["sent"],
  delivered: ["sent", "delivered"],
  failed: ["failed"],
  unknown: ["failed"],
};

/** Null: no SMS follows its messages. */
export async function smsFigures(tx: Tx, { orgId, id, sms }: Campaign): Promise<SmsFigures | null> {
  if (!sms) return null;
  const rows = await tx
    .select({ state: smsMessages.state, count: count(), late: count(smsMessages.whatsappAt) })
    .from(smsMessages)
    .where(and(eq(smsMessages.orgId, orgId), eq(smsMessages.campaignId, id)))
    .groupBy(smsMessages.state);
  const figures: SmsFigures = { waiting: 0, sent: 0, delivered: 0, late: 0, failed: 0 };
  for (const row of rows) {
    const reached = stages[row.state] ?? [];
    for (const stage of reached) figures[stage] += row.count;
    if (reached.includes("sent")) figures.late += row.late;
  }
  return figures;
}
