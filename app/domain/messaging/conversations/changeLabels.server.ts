import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { maxTags } from "#app/domain/contacts/schemas.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { conversationLabelled } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { lockConversation, ours } from "./owned.server.ts";

/** Replaces the labels of a conversation. @throws DomainError `conversation.not_found` */
export async function changeLabels({
  ctx,
  input: { conversationId, labels },
}: Call<{ conversationId: string; labels: string[] }>): Promise<{ labels: string[] }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const conversation = await lockConversation(tx, ctx, conversationId);
    if (conversation.labels.join() === labels.join()) return { labels };
    await tx.update(conversations).set({ labels }).where(ours(ctx, conversationId));
    await record(tx, ctx, conversationLabelled, {
      subject: conversationId,
      data: { contact: conversation.customer, labels },
    });
    return { labels };
  });
}

/** Adds labels to many conversations. All or none. @throws DomainError `conversation.not_found`, `conversation.too_many_labels` */
export async function labelConversations({
  ctx,
  input: { conversationIds, labels },
}: Call<{ conversationIds: string[]; labels: string[] }>): Promise<{ labelled: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    let labelled = 0;
    for (const id of [...new Set(conversationIds)].sort()) {
      const conversation = await lockConversation(tx, ctx, id);
      const all = [...new Set([...conversation.labels, ...labels])];
      if (all.length === conversation.labels.length) continue;
      const contact = conversation.customer;
      if (all.length > maxTags)
        throw messagingError("conversation.too_many_labels", {
          values: { customer: contact, mostLabels: maxTags },
        });
      await tx.update(conversations).set({ labels: all }).where(ours(ctx, id));
      await record(tx, ctx, conversationLabelled, { subject: id, data: { contact, labels: all } });
      labelled += 1;
    }
    return { labelled };
  });
}
