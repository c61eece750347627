import { asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { conversations } from "#app/db/schema/messaging.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp.ts";
import { maxTags } from "#app/domain/contacts/schemas.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { conversationLabelled } from "#app/domain/messaging/events.ts";
import { teamOf } from "#app/domain/messaging/inbox/team.server.ts";
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

/** Adds labels to many conversations. All or none. @throws DomainError `conversation.not_found`, `conversation.too_many_labels` */
export async function labelConversations({
  ctx,
  input: { conversationIds, labels },
}: {
  ctx: OrgContext;
  input: { conversationIds: string[]; labels: string[] };
}): Promise<{ labelled: number }> {
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

/** How many of the newest conversations and contacts the vocabulary is read from, and how many words it has at most. */
const newest = 2000;
const mostLabels = 200;

/** What the list is filtered by: labels of conversations and tags of contacts as one vocabulary, most used first; numbers; members. */
export async function listChoices(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const numbers = await tx
      .select({ id: phoneNumbers.phoneNumberId, name: phoneNumbers.displayPhoneNumber })
      .from(phoneNumbers)
      .where(eq(phoneNumbers.orgId, ctx.orgId))
      .orderBy(asc(phoneNumbers.displayPhoneNumber));
    const team = (await teamOf(tx, ctx.orgId)).map(({ id, name }) => ({ id, name }));
    return { labels: await readLabels(tx, ctx), numbers, team };
  });
}

async function readLabels(tx: Tx, ctx: OrgContext): Promise<string[]> {
  const { rows } = await tx.execute<{ label: string }>(sql`
      select label from (
        (select unnest(labels) as label from (select labels from conversations where org_id = ${ctx.orgId}
          order by last_message_at desc limit ${newest}) as talks)
        union all
        (select unnest(tags) from (select tags from contacts where org_id = ${ctx.orgId}
          order by created_at desc, id desc limit ${newest}) as people)
      ) as used group by label order by count(*) desc, label limit ${mostLabels}`);
  return rows.map(({ label }) => label);
}
