import { and, desc, eq, like } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { messages } from "#app/db/schema/messaging/messages.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { withNumber } from "#app/domain/messaging/messages/joins.ts";
import { windowIsOpen } from "#app/domain/messaging/messages/window.ts";
import { accessTokenOf } from "#app/domain/whatsapp/accounts/queries.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { summariseError } from "#app/platform/run/describeError.ts";
import { ours } from "./owned.server.ts";

/**
 * Marks what the customer wrote as read at WhatsApp and, with `typing`, shows that a reply is being written, until the
 * reply or for 25 seconds (facts/whatsapp-cloud-api.md §6). A courtesy that the organisation can switch off: failures
 * are only logged. @throws DomainError `conversation.not_found`
 */
export async function sendReadReceipt({
  ctx,
  input: { conversationId, typing },
}: Call<{ conversationId: string; typing: boolean }>): Promise<{ shown: boolean }> {
  const seen = await ctx.db.withOrg(ctx.orgId, (tx) => lastReceived(tx, ctx, conversationId));
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
        ...(typing ? { typing_indicator: { type: "text" } } : {}),
      },
    });
    return { shown: true };
  } catch (error) {
    ctx.log.info({ conversationId, reason: summariseError(error) }, "read receipt was not sent");
    return { shown: false };
  }
}

/** The customer's newest message, where a receipt may be sent for it. @throws DomainError `conversation.not_found` */
async function lastReceived(tx: Tx, ctx: OrgContext, conversationId: string) {
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
  if (!(await inboxSettingsOf(tx, ctx.orgId)).readReceipts) return null;
  const [last] = await tx
    .select({ wamid: messages.wamid })
    .from(messages)
    .where(
      and(
        eq(messages.orgId, ctx.orgId),
        eq(messages.contactId, conversation.contactId),
        eq(messages.phoneNumberId, conversation.phoneNumberId),
        eq(messages.direction, "in"),
        // A call has an id of another kind, and nothing to read.
        like(messages.wamid, "wamid.%"),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1);
  return last?.wamid ? { account, wamid: last.wamid, phoneNumberId: conversation.phoneNumberId } : null;
}
