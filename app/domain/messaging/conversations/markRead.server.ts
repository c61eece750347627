import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { notifications } from "#app/db/schema/record/notifications.ts";
import { conversationRead } from "#app/domain/messaging/events.ts";
import { sendReadReceiptJob } from "#app/domain/messaging/jobs.ts";
import { unreadOf } from "#app/domain/record/notifications/unreadOf.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * A member opens the conversation: all of it counts as read, and their notifications of it too. Later readers
 * of the thread see everything this marked. Logged, and written, only if something was unread. @throws
 * DomainError `conversation.not_found`
 */
export async function markConversationRead({
  ctx,
  input: { conversationId },
}: Call<{ conversationId: string }>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { isThere, hadNotices, ...read } = await takeUnread(tx, ctx, conversationId);
    const { unread, contactId, contact, phone } = read;
    if (!isThere) throw notFound("Conversation");
    if (hadNotices) notifyPages(tx, ctx.orgId, "notifications");
    if (unread === null) return;
    notifyPages(tx, ctx.orgId, "conversations");
    const data = { contactId, contact: contact ?? "", phone, unread };
    await record(tx, ctx, conversationRead, { subject: conversationId, data });
    await ctx.jobs.enqueue(
      sendReadReceiptJob,
      { orgId: ctx.orgId, conversationId },
      { tx, key: conversationId },
    );
  });
}

/** The unread messages so far, and their sender; null without any. */
async function takeUnread(tx: Tx, ctx: OrgContext, conversationId: string) {
  const ours = and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, conversationId));
  const now = sql`${ctx.clock.now().toISOString()}::timestamptz`;
  const { rows } = await tx.execute<{
    isThere: boolean;
    hadNotices: boolean;
    unread: number | null;
    contactId: string;
    contact: string | null;
    phone: string | null;
  }>(sql`
    with was as materialized (
      select id, unread, contact_id from ${conversations} where ${ours} and unread > 0 for no key update
    ), taken as (
      update ${conversations} set unread = 0, updated_at = ${now} from was where ${ours} and ${conversations.id} = was.id
    ), notified as (
      update ${notifications} set read_at = ${now} where ${unreadOf(ctx, conversationId)} returning 1
    )
    select exists (select 1 from ${conversations} where ${ours}) as "isThere",
      exists (select 1 from notified) as "hadNotices", was.unread,
      was.contact_id as "contactId", ${contacts.name} as contact, ${contacts.phone} as phone
    from (values (1)) as one left join was on true
      left join ${contacts} on ${contacts.orgId} = ${ctx.orgId} and ${contacts.id} = was.contact_id`);
  return rows[0]!;
}
