import { and, desc, eq, isNotNull } from "drizzle-orm";
import { conversations, messages } from "#app/db/schema/messaging.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { accessTokenOf } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { summariseError } from "#app/platform/describeError.ts";
import { notFound } from "#app/platform/errors.ts";
import { withNumber } from "./joins.ts";
import { ours } from "./owned.server.ts";
import { windowIsOpen } from "./presence.ts";

/**
 * Lets the customer see that somebody is writing to them, which WhatsApp shows until the answer or for 25 seconds; their
 * messages turn blue with it (facts/whatsapp-cloud-api.md §6). A courtesy: nothing is told to the member when it fails.
 * @throws DomainError `conversation.not_found`
 */
export async function sendTyping({
  ctx,
  input: { conversationId },
}: {
  ctx: OrgContext;
  input: { conversationId: string };
}): Promise<{ shown: boolean }> {
  const seen = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [row] = await tx
      .select({ conversation: conversations, account: whatsappAccounts })
      .from(conversations)
      .leftJoin(phoneNumbers, withNumber)
      .leftJoin(
        whatsappAccounts,
        and(
          eq(whatsappAccounts.orgId, phoneNumbers.orgId),
          eq(whatsappAccounts.id, phoneNumbers.whatsappAccountId),
          eq(whatsappAccounts.status, "connected"),
        ),
      )
      .where(ours(ctx, conversationId));
    if (!row) throw notFound("Conversation");
    const { conversation, account } = row;
    if (!account || !windowIsOpen(conversation.windowEndsAt, ctx.clock.now())) return null;
    const [last] = await tx
      .select({ wamid: messages.wamid })
      .from(messages)
      .where(
        and(
          eq(messages.orgId, ctx.orgId),
          eq(messages.contactId, conversation.contactId),
          eq(messages.phoneNumberId, conversation.phoneNumberId),
          eq(messages.direction, "in"),
          isNotNull(messages.wamid),
        ),
      )
      .orderBy(desc(messages.id))
      .limit(1);
    return last?.wamid ? { account, wamid: last.wamid, phoneNumberId: conversation.phoneNumberId } : null;
  });
  if (!seen) return { shown: false };
  try {
    await ctx.graph.call({
      method: "POST",
      path: `/${seen.phoneNumberId}/messages`,
      accessToken: accessTokenOf(ctx, seen.account),
      body: {
        messaging_product: "whatsapp",
        status: "read",
        message_id: seen.wamid,
        typing_indicator: { type: "text" },
      },
    });
    return { shown: true };
  } catch (error) {
    ctx.log.info({ conversationId, reason: summariseError(error) }, "typing was not shown");
    return { shown: false };
  }
}
