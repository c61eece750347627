import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";
import { smsMessages } from "#app/db/schema/messaging/sms.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { smsChannel } from "./channel.ts";
import { followMessages } from "./follow.server.ts";

interface Hurried {
  orgId: OrgId;
  messageIds: readonly string[];
  /** Some belong to a campaign, which has no SMS for them yet. */
  ofCampaign: boolean;
  at: Date;
}

/** Makes the SMS of messages that failed on WhatsApp due now. */
export async function hurrySms(tx: Tx, { orgId, messageIds, ofCampaign, at }: Hurried): Promise<void> {
  if (ofCampaign)
    await followMessages(
      tx,
      orgId,
      messageIds.map((id) => ({ id, dueAt: at })),
      at,
    );
  await tx
    .update(smsMessages)
    .set({ dueAt: at })
    .where(
      and(
        eq(smsMessages.orgId, orgId),
        inArray(smsMessages.messageId, [...messageIds]),
        eq(smsMessages.state, "waiting"),
      ),
    );
  notify(tx, smsChannel);
}
