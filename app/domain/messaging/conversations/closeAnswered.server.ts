import { and, asc, eq, inArray, notExists, type SQL, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { botConversations } from "#app/db/schema/bots/bots.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { flowSessions } from "#app/db/schema/flows/flows.ts";
import { conversations, lastWrote } from "#app/db/schema/messaging/conversations.ts";
import { inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { conversationMoved } from "#app/domain/messaging/events.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { defaultCloseAfterDays } from "#app/domain/messaging/inboxSettings/words.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { askLaterAutomatically } from "#app/domain/messaging/satisfaction/askLater.server.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

const batchRows = 200;
const dayMs = 86_400_000;

/**
 * Closes answered conversations in which nothing happened for as many days as each organisation chose. A customer's
 * message opens them again. Returns the number of closed conversations.
 */
export async function closeAnsweredConversations(services: Services): Promise<{ closed: number }> {
  let closed = 0;
  for (const orgId of await organisationsDue(services)) {
    const ctx = systemContext(services, orgId, "close-answered");
    for (;;) {
      const batch = await closeBatch(ctx);
      closed += batch;
      if (batch < batchRows) break;
    }
  }
  return { closed };
}

/** Answered, and without a message or a member's change since `before`; the service window ends 24 hours after a message. */
const isQuiet = (before: SQL) => sql`${conversations.state} = 'open'
  and ${lastWrote(conversations)} < ${before} + interval '24 hours'
  and ${conversations.lastMessageAt} < ${before} and ${conversations.updatedAt} < ${before}`;

/** What each organisation chose is read before: no server has all of it together with conversations. */
async function organisationsDue({ db, clock }: Services): Promise<OrgId[]> {
  const owners = await db.systemReads.select({ id: organisations.id }).from(organisations);
  const chosen = new Map(
    (await db.systemReads.select().from(inboxSettings)).map((each) => [each.orgId, each.closeAfterDays]),
  );
  const quiet = owners.flatMap(({ id }) => {
    const days = chosen.has(id) ? chosen.get(id)! : defaultCloseAfterDays;
    return days === null ? [] : [{ id, before: new Date(clock.now().getTime() - days * dayMs) }];
  });
  const { rows } = await db.systemReads.execute<{ id: OrgId }>(sql`
    select distinct quiet.id
    from unnest(${sql.param(quiet.map(({ id }) => id))}::text[], ${sql.param(quiet.map(({ before }) => before))}::timestamptz[]) as quiet (id, before)
    join conversations on conversations.org_id = quiet.id and ${isQuiet(sql`quiet.before`)}
    order by 1`);
  return rows.map(({ id }) => id);
}

function closeBatch(ctx: OrgContext): Promise<number> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const settings = await inboxSettingsOf(tx, ctx.orgId);
    const { closeAfterDays } = settings;
    if (closeAfterDays === null) return 0;
    const before = new Date(ctx.clock.now().getTime() - closeAfterDays * dayMs);
    const ids = await lockQuiet(tx, ctx.orgId, before);
    if (ids.length > 0) {
      await close(tx, ctx, ids);
      await askLaterAutomatically(tx, ctx, settings, ids);
    }
    return ids.length;
  });
}

/** Conversations led by a flow are not finished. */
async function lockQuiet(tx: Tx, orgId: OrgId, before: Date): Promise<string[]> {
  const running = tx
    .select({ id: flowSessions.id })
    .from(flowSessions)
    .where(
      and(
        eq(flowSessions.orgId, orgId),
        eq(flowSessions.conversationId, conversations.id),
        eq(flowSessions.status, "running"),
      ),
    );
  const rows = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.orgId, orgId),
        isQuiet(sql`${before.toISOString()}::timestamptz`),
        notExists(running),
      ),
    )
    .orderBy(asc(conversations.id))
    .limit(batchRows)
    .for("no key update", { skipLocked: true });
  return rows.map(({ id }) => id);
}

async function close(tx: Tx, ctx: OrgContext, ids: string[]): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .update(conversations)
    .set({ state: "closed", unread: 0, awaitsFirstReply: false })
    .where(and(eq(conversations.orgId, ctx.orgId), inArray(conversations.id, ids)));
  notifyPages(tx, ctx.orgId, "conversations");
  await tx
    .update(botConversations)
    .set({ silentSince: null, silentReason: null, misses: 0, startedAt: now, updatedAt: now })
    .where(and(eq(botConversations.orgId, ctx.orgId), inArray(botConversations.conversationId, ids)));
  const rows = await tx
    .select({ id: conversations.id, name: contacts.name, phone: contacts.phone })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(and(eq(conversations.orgId, ctx.orgId), inArray(conversations.id, ids)));
  await recordAll(
    tx,
    ctx,
    conversationMoved,
    rows.map(({ id, name, phone }) => ({
      subject: id,
      data: { contact: nameOf(name, phone), state: "closed" as const },
    })),
  );
}
