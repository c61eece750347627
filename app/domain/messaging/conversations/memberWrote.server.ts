import { and, eq, gte, isNull, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** Whether a member, here or in the WhatsApp Business app, wrote to the customer since then. */
export async function memberWrote(
  tx: Tx,
  ctx: Pick<OrgContext, "orgId">,
  conversation: { contactId: string; phoneNumberId: string },
  since: Date,
): Promise<boolean> {
  const [written] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, ctx.orgId),
        eq(messages.contactId, conversation.contactId),
        eq(messages.phoneNumberId, conversation.phoneNumberId),
        eq(messages.direction, "out"),
        isNull(messages.campaignId),
        // Messages from the app arrived by webhook, which names the number.
        sql`(${messages.authorUserId} is not null or ${messages.payload} ? 'from')`,
        gte(messages.createdAt, since),
      ),
    )
    .limit(1);
  return written !== undefined;
}
