import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { maxTags } from "#app/domain/contacts/schemas.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { conversationLabelled } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { lockConversation, ours } from "./owned.server.ts";

interface LabelChange {
  add: readonly string[];
  remove: readonly string[];
}

/** Returns whether the labels changed. @throws DomainError `conversation.not_found`, `conversation.too_many_labels` */
export async function relabel(
  tx: Tx,
  ctx: OrgContext,
  id: string,
  { add, remove }: LabelChange,
): Promise<boolean> {
  const conversation = await lockConversation(tx, ctx, id);
  const kept = conversation.labels.filter((label) => !remove.includes(label));
  const labels = [...new Set([...kept, ...add])];
  if (conversation.labels.join() === labels.join()) return false;
  const contact = conversation.customer;
  if (labels.length > maxTags)
    throw messagingError("conversation.too_many_labels", {
      values: { customer: contact, mostLabels: maxTags },
    });
  await tx.update(conversations).set({ labels }).where(ours(ctx, id));
  notifyPages(tx, ctx.orgId, "conversations");
  await record(tx, ctx, conversationLabelled, { subject: id, data: { contact, labels } });
  return true;
}

/** Adds and removes labels of a conversation; others stay. @throws as `relabel` */
export async function changeLabels({
  ctx,
  input: { conversationId, ...change },
}: Call<{ conversationId: string } & LabelChange>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, (tx) => relabel(tx, ctx, conversationId, change));
}

/** Adds labels to many conversations. All or none. @throws as `relabel` */
export async function labelConversations({
  ctx,
  input: { conversationIds, labels },
}: Call<{ conversationIds: string[]; labels: string[] }>): Promise<{ labelled: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    let labelled = 0;
    for (const id of [...new Set(conversationIds)].sort())
      if (await relabel(tx, ctx, id, { add: labels, remove: [] })) labelled += 1;
    return { labelled };
  });
}
