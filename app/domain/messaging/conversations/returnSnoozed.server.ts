import { and, asc, eq, inArray, lte, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { conversationUnsnoozed } from "#app/domain/messaging/events.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { afterSnooze, notSnoozed } from "./endSnooze.server.ts";

const batchRows = 200;

/**
 * Returns snoozed conversations whose time has come to the lists of work, and notifies their members. Each returns once,
 * however many workers look: the second finds its row changed. Returns the number of conversations.
 */
export async function returnSnoozedConversations(services: Services): Promise<{ returned: number }> {
  let returned = 0;
  for (const orgId of await organisationsDue(services)) {
    const ctx = systemContext(services, orgId, "return-snoozed");
    for (;;) {
      const batch = await ctx.db.withOrg(orgId, (tx) => returnBatch(tx, ctx));
      returned += batch;
      if (batch === 0) break;
    }
  }
  return { returned };
}

const isDue = (now: Date) => and(eq(conversations.state, "snoozed"), lte(conversations.snoozedUntil, now));

/** One query for all organisations, over an index of the snoozed conversations alone. */
async function organisationsDue({ db, clock }: Services): Promise<OrgId[]> {
  const rows = await db.systemReads
    .selectDistinct({ orgId: conversations.orgId })
    .from(conversations)
    .where(isDue(clock.now()));
  return rows.map(({ orgId }) => orgId);
}

async function returnBatch(tx: Tx, ctx: OrgContext): Promise<number> {
  const now = ctx.clock.now();
  const ids = await lockDue(tx, ctx.orgId, now);
  if (ids.length === 0) return 0;
  const these = and(eq(conversations.orgId, ctx.orgId), inArray(conversations.id, ids));
  const rows = await tx
    .select({ conversation: conversations, name: contacts.name, phone: contacts.phone })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(these)
    .orderBy(asc(conversations.snoozedUntil), asc(conversations.id));
  await tx
    .update(conversations)
    .set({
      ...notSnoozed,
      state: sql`case when ${conversations.snoozedWaitingSince} is null then 'open' else 'waiting' end`,
      waitingSince: sql`${conversations.snoozedWaitingSince}`,
      updatedAt: now,
    })
    .where(these);
  notifyPages(tx, ctx.orgId, "conversations");
  await recordAll(tx, ctx, conversationUnsnoozed, rows.map(returnOf));
  await ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
  return rows.length;
}

async function lockDue(tx: Tx, orgId: OrgId, now: Date): Promise<string[]> {
  const rows = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(and(eq(conversations.orgId, orgId), isDue(now)))
    .orderBy(asc(conversations.id))
    .limit(batchRows)
    .for("no key update");
  return rows.map(({ id }) => id);
}

/** The event of a return, with the member to notify: the assigned one, else the one who snoozed it. */
function returnOf({
  conversation,
  name,
  phone,
}: {
  conversation: typeof conversations.$inferSelect;
  name: string;
  phone: string | null;
}) {
  const { state } = afterSnooze(conversation);
  const notified = conversation.assignedTo ?? conversation.snoozedBy;
  return {
    subject: conversation.id,
    data: { contact: nameOf(name, phone), reason: "time_reached" as const, state },
    named: notified === null ? [] : [notified],
  };
}
