import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botConversations } from "#app/db/schema/bots/bots.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { flowHas } from "#app/domain/flows/sessions/taken.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { readTurn } from "./readTurn.server.ts";

/**
 * Whether a bot or a flow replies, or has replied, to the customer's last message, so that no automatic
 * message is sent.
 */
export function isAnsweredByBot({
  ctx,
  input: { conversationId },
}: Call<{ conversationId: string }>): Promise<boolean> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const messageId = await newestOf(tx, ctx, conversationId);
    if (messageId === undefined) return false;
    if (await flowHas(tx, ctx, conversationId, [messageId])) return true;
    if (await readTurn(tx, ctx, conversationId)) return true;
    const [answered] = await tx
      .select({ through: botConversations.answeredThrough })
      .from(botConversations)
      .where(and(eq(botConversations.orgId, ctx.orgId), eq(botConversations.conversationId, conversationId)));
    return answered?.through === messageId;
  });
}

/** The id of the customer's last message. */
async function newestOf(tx: Tx, { orgId }: OrgContext, conversationId: string): Promise<string | undefined> {
  const [newest] = await tx
    .select({ id: messages.id })
    .from(messages)
    .innerJoin(
      conversations,
      and(
        eq(conversations.orgId, orgId),
        eq(conversations.contactId, messages.contactId),
        eq(conversations.phoneNumberId, messages.phoneNumberId),
      ),
    )
    .where(
      and(
        eq(messages.orgId, orgId),
        eq(conversations.orgId, orgId),
        eq(conversations.id, conversationId),
        eq(messages.direction, "in"),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1);
  return newest?.id;
}
