import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { conversationGiven } from "#app/domain/messaging/events.ts";
import { type TeamMember, teamOf } from "#app/domain/messaging/inboxSettings/team.server.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

const atOnce = 200;

/**
 * Assigns waiting unassigned conversations, longest waiting first, to members on duty with capacity: each to
 * the one with the least of theirs in use. The rest stays visible to everyone.
 */
export async function assignWaiting({ ctx }: { ctx: OrgContext }): Promise<{ given: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    // One at a time for an organisation, so that no member exceeds their capacity.
    const [settings] = await tx
      .select({ autoAssign: inboxSettings.autoAssign })
      .from(inboxSettings)
      .where(eq(inboxSettings.orgId, ctx.orgId))
      .for("no key update");
    if (!settings?.autoAssign) return { given: 0 };
    const team = (await teamOf(tx, ctx.orgId)).filter(({ onDuty }) => onDuty);
    const room = team.reduce((sum, { capacity, load }) => sum + Math.max(0, capacity - load), 0);
    if (room === 0) return { given: 0 };
    const waiting = await oldestWaiting(tx, ctx, Math.min(room, atOnce));
    for (const conversation of waiting) {
      const member = mostRoom(team);
      member.load += 1;
      await give(tx, ctx, conversation, member);
    }
    return { given: waiting.length };
  });
}

/** Conversations locked by a concurrent write are skipped. */
async function oldestWaiting(tx: Tx, { orgId }: OrgContext, limit: number) {
  const longestFirst = [asc(conversations.waitingSince), asc(conversations.id)];
  const locked = await tx
    .select({ id: conversations.id })
    .from(conversations)
    .where(
      and(
        eq(conversations.orgId, orgId),
        isNull(conversations.assignedTo),
        isNotNull(conversations.waitingSince),
      ),
    )
    .orderBy(...longestFirst)
    .limit(limit)
    .for("update", { skipLocked: true });
  const ids = locked.map(({ id }) => id);
  return tx
    .select({ id: conversations.id, name: contacts.name, phone: contacts.phone })
    .from(conversations)
    .innerJoin(contacts, withContact)
    .where(and(eq(conversations.orgId, orgId), inArray(conversations.id, ids)))
    .orderBy(...longestFirst);
}

const mostRoom = (team: TeamMember[]): TeamMember =>
  team.reduce((best, member) => (member.load / member.capacity < best.load / best.capacity ? member : best));

async function give(
  tx: Tx,
  ctx: OrgContext,
  conversation: { id: string; name: string; phone: string | null },
  member: TeamMember,
): Promise<void> {
  const { id, name, phone } = conversation;
  await tx
    .update(conversations)
    .set({ assignedTo: member.id })
    .where(and(eq(conversations.orgId, ctx.orgId), eq(conversations.id, id)));
  await record(tx, ctx, conversationGiven, {
    subject: id,
    data: { contact: nameOf(name, phone), to: member.name },
    named: [member.id],
  });
}
