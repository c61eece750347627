import { and, asc, eq, inArray, isNotNull, isNull, lte, or, sql } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { inboxSettings } from "#app/db/schema/messaging/inbox.ts";
import { teams } from "#app/db/schema/messaging/teams.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { ours } from "#app/domain/messaging/conversations/owned.server.ts";
import { conversationForgotten } from "#app/domain/messaging/events.ts";
import { inboxSettingsOf } from "#app/domain/messaging/inboxSettings/settings.server.ts";
import { beforeWorkingMinutes } from "#app/domain/messaging/inboxSettings/workingHours.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { assignWaiting } from "./assignWaiting.server.ts";

const atOnce = 50;

/** Notifies every member, once, of each customer who waits too long in an unassigned conversation. */
async function alarm({ ctx }: { ctx: OrgContext }): Promise<{ alarmed: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { alarmMinutes, workingWeek } = await inboxSettingsOf(tx, ctx.orgId);
    if (alarmMinutes === null) return { alarmed: 0 };
    const { waitingSince, alarmedFor, assignedTo } = conversations;
    const locked = await tx
      .select({ id: conversations.id })
      .from(conversations)
      .where(
        and(
          eq(conversations.orgId, ctx.orgId),
          isNull(assignedTo),
          isNotNull(waitingSince),
          lte(waitingSince, beforeWorkingMinutes(workingWeek, ctx.clock.now(), alarmMinutes)),
          sql`${alarmedFor} is distinct from ${waitingSince}`,
        ),
      )
      .orderBy(asc(waitingSince))
      .limit(atOnce)
      .for("no key update", { skipLocked: true });
    const ids = locked.map(({ id }) => id);
    const rows = await tx
      .select({ id: conversations.id, waitingSince, name: contacts.name, phone: contacts.phone })
      .from(conversations)
      .innerJoin(contacts, withContact)
      .where(and(eq(conversations.orgId, ctx.orgId), inArray(conversations.id, ids)))
      .orderBy(asc(waitingSince));
    for (const { id, name, phone, ...row } of rows) {
      await tx.update(conversations).set({ alarmedFor: row.waitingSince }).where(ours(ctx, id));
      await record(tx, ctx, conversationForgotten, { subject: id, data: { contact: nameOf(name, phone) } });
    }
    return { alarmed: rows.length };
  });
}

/** Assigns waiting conversations and sends alarms, for every organisation with one of the two switched on. */
export async function watchInboxes(services: Services): Promise<void> {
  const rows = await services.db.systemReads
    .select({ orgId: inboxSettings.orgId })
    .from(inboxSettings)
    .where(
      or(
        eq(inboxSettings.autoAssign, true),
        isNotNull(inboxSettings.alarmMinutes),
        inArray(
          inboxSettings.orgId,
          services.db.systemReads
            .select({ orgId: teams.orgId })
            .from(teams)
            .where(eq(teams.autoAssign, true)),
        ),
      ),
    );
  for (const { orgId } of rows) {
    const ctx = systemContext(services, orgId, "watch-inboxes");
    await assignWaiting({ ctx });
    await alarm({ ctx });
  }
}
