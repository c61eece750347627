import { createHash } from "node:crypto";
import { and, asc, eq, gte, lte, type SQL } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { conversationNotes } from "#app/db/schema/messaging/inbox.ts";
import { memberMentioned, noteWritten } from "#app/domain/messaging/events.ts";
import { teamOf } from "#app/domain/messaging/inboxSettings/team.server.ts";
import { excerptOf } from "#app/domain/messaging/messages/chatMessage.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, userOf } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { mentionedIn } from "./mentions.ts";
import { lockConversation, ours } from "./owned.server.ts";

/**
 * Writes a note for colleagues, which the customer never sees, and notifies members mentioned by `@`. The
 * same text with the same key is one note. @throws DomainError `conversation.not_found`
 */
export async function createNote({
  ctx,
  input,
}: Call<{ conversationId: string; note: string; key: string }>): Promise<{
  noteId: string;
  notified: string[];
}> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const conversation = await lockConversation(tx, ctx, input.conversationId);
    const now = ctx.clock.now();
    const once = createHash("sha256").update(`${conversation.id}:${input.key}:${input.note}`).digest("hex");
    const noteId = `nte_${once.slice(0, 32)}`;
    const mentioned = mentionedIn(input.note, await teamOf(tx, ctx.orgId));
    const notified = mentioned.map(({ name }) => name);
    const [made] = await tx
      .insert(conversationNotes)
      .values({
        orgId: ctx.orgId,
        id: noteId,
        conversationId: conversation.id,
        authorUserId: userOf(ctx.actor) ?? "",
        body: input.note,
        createdAt: now,
      })
      .onConflictDoNothing()
      .returning({ id: conversationNotes.id });
    if (!made) return { noteId, notified };
    await tx.update(conversations).set({ updatedAt: now }).where(ours(ctx, conversation.id));
    notifyPages(tx, ctx.orgId, "conversations");
    const { id: subject, customer: contact } = conversation;
    await record(tx, ctx, noteWritten, { subject, data: { contact } });
    if (mentioned.length > 0)
      await record(tx, ctx, memberMentioned, {
        subject,
        data: { contact, excerpt: excerptOf(input.note) },
        named: mentioned.map(({ id }) => id),
      });
    return { noteId, notified };
  });
}

/** A note without an author is by a bot or a flow: stored facts, worded in the reader's language. */
export const noteText = (body: string, authorUserId: string): string =>
  authorUserId === "" ? noteWords(body) : body;

/** The notes of a conversation between two moments, oldest first, not yet queried. */
export function notesIn(
  tx: Tx,
  { orgId, id }: { orgId: OrgId; id: string },
  { from, to }: { from: Date | null; to: Date | null },
) {
  const bounds: SQL[] = [];
  if (from) bounds.push(gte(conversationNotes.createdAt, from));
  if (to) bounds.push(lte(conversationNotes.createdAt, to));
  return tx
    .select({
      id: conversationNotes.id,
      text: conversationNotes.body,
      timestamp: conversationNotes.createdAt,
      authorUserId: conversationNotes.authorUserId,
    })
    .from(conversationNotes)
    .where(and(eq(conversationNotes.orgId, orgId), eq(conversationNotes.conversationId, id), ...bounds))
    .orderBy(asc(conversationNotes.createdAt), asc(conversationNotes.id))
    .limit(200);
}

export const inWords = (note: Awaited<ReturnType<typeof notesIn>>[number]) => ({
  ...note,
  text: noteText(note.text, note.authorUserId),
});
