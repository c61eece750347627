import { eq } from "drizzle-orm";
import { z } from "zod";
import { notifyAfter } from "#app/db/notifyAfter.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { ours } from "./owned.server.ts";
import { sendReadReceipt } from "./sendReadReceipt.server.ts";

/** Notifications of typing members; nothing of them is stored. */
export const typingChannel = "tarishi_typing";

const signal = z.object({
  orgId: z.string(),
  conversationId: z.string(),
  userId: z.string(),
  firstName: z.string(),
});

/**
 * Notifies the colleagues who have the conversation open that the member types in it, and with `toCustomer` the customer
 * too. @throws DomainError `conversation.not_found`
 */
export async function signalTyping({
  ctx,
  input: { conversationId, toCustomer },
}: Call<{ conversationId: string; toCustomer: boolean }>): Promise<{ shown: boolean }> {
  const userId = userOf(ctx.actor) ?? "";
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ firstName: users.firstName, email: users.email })
      .from(conversations)
      .innerJoin(users, eq(users.id, userId))
      .where(ours(ctx, conversationId)),
  );
  if (!row) throw notFound("Conversation");
  const typing: z.infer<typeof signal> = {
    ...{ orgId: ctx.orgId, conversationId, userId },
    firstName: row.firstName || row.email,
  };
  notifyAfter(ctx, [{ channel: typingChannel, payload: JSON.stringify(typing) }]);
  return toCustomer ? sendReadReceipt({ ctx, input: { conversationId, typing: true } }) : { shown: false };
}

/** The first name of a colleague who types in this conversation; null for other notifications. */
export function typistOf(
  ctx: Pick<OrgContext, "orgId" | "actor">,
  conversationId: string,
  payload: string,
): string | null {
  const typing = signal.parse(JSON.parse(payload));
  const isHere = typing.orgId === ctx.orgId && typing.conversationId === conversationId;
  return isHere && typing.userId !== userOf(ctx.actor) ? typing.firstName : null;
}
