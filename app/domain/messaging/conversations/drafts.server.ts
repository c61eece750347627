import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations, replyDrafts } from "#app/db/schema/messaging/conversations.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";

type Writer = Pick<OrgContext, "orgId" | "actor">;

const writingMs = 10_000;

const draftOf = ({ orgId, actor }: Writer, conversationId: string) =>
  and(
    eq(replyDrafts.orgId, orgId),
    eq(replyDrafts.conversationId, conversationId),
    eq(replyDrafts.userId, userOf(actor) ?? ""),
  );

/** The drafts of members in a conversation, not yet queried. */
export const draftsIn = (tx: Tx, orgId: OrgId, conversationId: string) =>
  tx
    .select({ userId: replyDrafts.userId, text: replyDrafts.text, updatedAt: replyDrafts.updatedAt })
    .from(replyDrafts)
    .where(and(eq(replyDrafts.orgId, orgId), eq(replyDrafts.conversationId, conversationId)));

type Draft = Awaited<ReturnType<typeof draftsIn>>[number];

/**
 * `own`: the member's draft, empty without one. `writing`: colleagues who typed here within the last ten seconds.
 */
export function readDrafts(drafts: readonly Draft[], { actor, clock }: Pick<OrgContext, "actor" | "clock">) {
  const me = userOf(actor) ?? "";
  const since = new Date(clock.now().getTime() - writingMs);
  return {
    own: drafts.find(({ userId }) => userId === me)?.text ?? "",
    writing: drafts.flatMap(({ userId, updatedAt }) => (userId !== me && updatedAt > since ? userId : [])),
  };
}

/** In the transaction that sends what was written. */
export async function deleteDraft(tx: Tx, writer: Writer, conversationId: string): Promise<void> {
  await tx.delete(replyDrafts).where(draftOf(writer, conversationId));
}

/** In the transaction that holds the conversation. */
export async function keepDraft(
  tx: Tx,
  { orgId, actor, clock }: Writer & Pick<OrgContext, "clock">,
  conversationId: string,
  text: string,
): Promise<void> {
  const userId = userOf(actor);
  if (userId === null) return;
  const updatedAt = clock.now();
  await tx
    .insert(replyDrafts)
    .values({ orgId, userId, conversationId, text, updatedAt })
    .onConflictDoUpdate({
      target: [replyDrafts.orgId, replyDrafts.conversationId, replyDrafts.userId],
      set: { text, updatedAt },
    });
}

/**
 * Stores a member's draft in a conversation, for them only; blank text deletes it. @throws DomainError
 * `conversation.not_found`
 */
export async function saveDraft({
  ctx,
  input,
}: Call<{ conversationId: string; text: string }>): Promise<{ saved: boolean }> {
  const { conversationId, text } = input;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    // Locked, so that the conversation is not deleted before the draft is stored.
    const [conversation] = await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId)))
      .for("key share");
    const userId = userOf(ctx.actor);
    if (!conversation || userId === null) throw notFound("Conversation");
    if (text.trim() === "") {
      await deleteDraft(tx, ctx, conversationId);
      return { saved: false };
    }
    await keepDraft(tx, ctx, conversationId, text);
    return { saved: true };
  });
}
