import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { notSnoozed, recordUnsnoozed } from "./endSnooze.server.ts";
import { lockConversation, ours } from "./owned.server.ts";

/**
 * Hands an automated conversation over to the members: the customer waits for one of them, who finds a note
 * (`app/platform/text/notes.ts`). Call it while the row of the conversation is locked.
 */
export async function giveToMembers(
  tx: Tx,
  ctx: OrgContext,
  { conversationId, note }: { conversationId: string; note: string },
): Promise<void> {
  const now = ctx.clock.now();
  await tx.insert(conversationNotes).values({
    ...{ orgId: ctx.orgId, id: newId("nte", now.getTime()), conversationId },
    ...{ authorUserId: "", body: note, createdAt: now },
  });
  const [before] = await tx
    .select({ state: conversations.state })
    .from(conversations)
    .where(ours(ctx, conversationId));
  if (before?.state === "snoozed") {
    const conversation = await lockConversation(tx, ctx, conversationId);
    await recordUnsnoozed(tx, ctx, conversation, { reason: "handed_over", state: "waiting" });
  }
  await tx
    .update(conversations)
    .set({ ...notSnoozed, state: "waiting", waitingSince: now, updatedAt: now })
    .where(ours(ctx, conversationId));
  notifyPages(tx, ctx.orgId, "conversations");
  await ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
}
