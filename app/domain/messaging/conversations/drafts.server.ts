import { and, eq, gt, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations, replyDrafts } from "#app/db/schema/messaging.ts";
import { type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

type Writer = Pick<OrgContext, "orgId" | "actor">;

const writingMs = 30_000;

const draftOf = ({ orgId, actor }: Writer, conversationId: string) =>
  and(
    eq(replyDrafts.orgId, orgId),
    eq(replyDrafts.conversationId, conversationId),
    eq(replyDrafts.userId, userOf(actor) ?? ""),
  );

/** What the member has begun to write in a conversation; empty when nothing. */
export async function readDraft(tx: Tx, writer: Writer, conversationId: string): Promise<string> {
  const [row] = await tx
    .select({ text: replyDrafts.text })
    .from(replyDrafts)
    .where(draftOf(writer, conversationId));
  return row?.text ?? "";
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

/** Colleagues who wrote at a draft here within the last half minute: they may be about to answer. */
export async function whoElseWrites(
  tx: Tx,
  { orgId, actor, clock }: Writer & Pick<OrgContext, "clock">,
  conversationId: string,
): Promise<string[]> {
  const rows = await tx
    .select({ userId: replyDrafts.userId })
    .from(replyDrafts)
    .where(
      and(
        eq(replyDrafts.orgId, orgId),
        eq(replyDrafts.conversationId, conversationId),
        ne(replyDrafts.userId, userOf(actor) ?? ""),
        gt(replyDrafts.updatedAt, new Date(clock.now().getTime() - writingMs)),
      ),
    );
  return rows.map(({ userId }) => userId);
}

/**
 * Keeps what a member has begun to write in a conversation, for them alone; blank text ends the draft.
 * @throws DomainError `conversation.not_found`
 */
export async function saveDraft({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { conversationId: string; text: string };
}): Promise<{ saved: boolean }> {
  const { conversationId, text } = input;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    // Not deleted before the draft is there, which would then hang on nothing.
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
