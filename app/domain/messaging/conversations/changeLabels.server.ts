import { sql } from "drizzle-orm";
import { conversations } from "#app/db/schema/messaging.ts";
import { conversationLabelled } from "#app/domain/messaging/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { lockConversation, ours } from "./owned.server.ts";

/** Replaces the labels of a conversation. @throws DomainError `conversation.not_found` */
export async function changeLabels({
  ctx,
  input: { conversationId, labels },
}: {
  ctx: OrgContext;
  input: { conversationId: string; labels: string[] };
}): Promise<{ labels: string[] }> {
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

/** How many of the newest conversations and contacts the vocabulary is read from, and how many words it has at most. */
const newest = 2000;
const mostLabels = 200;

/** The one vocabulary of labels of conversations and tags of contacts, most used first. */
export async function listLabels(ctx: OrgContext): Promise<{ labels: string[] }> {
  const { rows } = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.execute<{ label: string }>(sql`
      select label from (
        (select unnest(labels) as label from (select labels from conversations where org_id = ${ctx.orgId}
          order by last_message_at desc limit ${newest}) as talks)
        union all
        (select unnest(tags) from (select tags from contacts where org_id = ${ctx.orgId}
          order by created_at desc, id desc limit ${newest}) as people)
      ) as used group by label order by count(*) desc, label limit ${mostLabels}`),
  );
  return { labels: rows.map(({ label }) => label) };
}
