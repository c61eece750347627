import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { type ScheduledState, scheduledMessages } from "#app/db/schema/messaging/scheduled.ts";
import { lockConversation, ours } from "#app/domain/messaging/conversations/owned.server.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { scheduledMoves } from "./states.ts";

export type ScheduledRow = typeof scheduledMessages.$inferSelect;

export interface ScheduledPlace {
  conversationId: string;
  scheduledMessageId: string;
}

const theOne = (
  { orgId }: Pick<OrgContext, "orgId">,
  { conversationId, scheduledMessageId }: ScheduledPlace,
) =>
  and(
    eq(scheduledMessages.orgId, orgId),
    eq(scheduledMessages.conversationId, conversationId),
    eq(scheduledMessages.id, scheduledMessageId),
  );

/** Its row, locked after the conversation's. @throws DomainError `conversation.not_found`, `scheduled_message.not_found` */
export async function lockScheduled(tx: Tx, ctx: OrgContext, place: ScheduledPlace) {
  const conversation = await lockConversation(tx, ctx, place.conversationId);
  const [row] = await tx.select().from(scheduledMessages).where(theOne(ctx, place)).for("update");
  if (!row) throw notFound("Scheduled message");
  return { row, conversation };
}

/** @throws DomainError `scheduled_message.ended` */
export function requireMove({ state }: ScheduledRow, to: ScheduledState): void {
  if (!scheduledMoves[state].includes(to)) throw messagingError("scheduled_message.ended");
}

/** Changes it, and with it the conversation. */
export async function updateScheduled(
  tx: Tx,
  ctx: OrgContext,
  { id, conversationId }: ScheduledRow,
  change: Partial<Pick<ScheduledRow, "body" | "variables" | "sendAt" | "state" | "problem" | "messageId">>,
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .update(scheduledMessages)
    .set({ ...change, updatedAt: now })
    .where(theOne(ctx, { conversationId, scheduledMessageId: id }));
  await tx.update(conversations).set({ updatedAt: now }).where(ours(ctx, conversationId));
  notifyPages(tx, ctx.orgId, "conversations");
}

/** What a sent or cancelled one no longer says. */
export const emptied = { body: "", variables: null } as const;
