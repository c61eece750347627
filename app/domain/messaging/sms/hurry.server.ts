import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { smsChannel } from "./channel.ts";

/** Makes the waiting SMS of messages that failed on WhatsApp due now. */
export async function hurrySms(
  tx: Tx,
  { orgId, messageIds, at }: { orgId: OrgId; messageIds: readonly string[]; at: Date },
): Promise<void> {
  const hurried = await tx
    .update(smsMessages)
    .set({ dueAt: at })
    .where(
      and(
        eq(smsMessages.orgId, orgId),
        inArray(smsMessages.messageId, [...messageIds]),
        eq(smsMessages.state, "waiting"),
      ),
    )
    .returning({ id: smsMessages.id });
  if (hurried.length > 0) notify(tx, smsChannel);
}
