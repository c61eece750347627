import { eq } from "drizzle-orm";
import { contacts } from "#app/db/schema/contacts/contacts.ts";
import { conversations } from "#app/db/schema/messaging/conversations.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { nameOf } from "#app/domain/contacts/nameOf.ts";
import { withContact } from "#app/domain/messaging/messages/joins.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { fromZoneInput, toZoneInput } from "#app/platform/time/zones.ts";
import { ours } from "./owned.server.ts";
import { snoozeTimes } from "./snoozeTimes.ts";
import { snoozeChoices } from "./words.ts";

/** The times that a form offers, each as the organisation's clocks show it and as a moment. */
export function offeredTimes(now: Date, timeZone: string) {
  const times = snoozeTimes(now, timeZone);
  return {
    choices: snoozeChoices.map((choice) => {
      const value = times[choice];
      return { choice, value, until: fromZoneInput(value, timeZone)! };
    }),
    /** The earliest own time. */
    earliest: toZoneInput(new Date(now.getTime() + 60_000), timeZone),
    now,
  };
}

/** What the bulk form offers. */
export async function listSnoozeTimes(ctx: OrgContext) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({ timezone: organisations.timezone })
      .from(organisations)
      .where(eq(organisations.id, ctx.orgId)),
  );
  return offeredTimes(ctx.clock.now(), row!.timezone);
}

/** What the form of one conversation shows. @throws DomainError `conversation.not_found` */
export async function getSnooze(ctx: OrgContext, { conversationId }: { conversationId: string }) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx
      .select({
        timezone: organisations.timezone,
        state: conversations.state,
        snoozedUntil: conversations.snoozedUntil,
        name: contacts.name,
        phone: contacts.phone,
        username: contacts.username,
      })
      .from(conversations)
      .innerJoin(contacts, withContact)
      .innerJoin(organisations, eq(organisations.id, conversations.orgId))
      .where(ours(ctx, conversationId)),
  );
  if (!row) throw notFound("Conversation");
  const snoozedUntil = row.state === "snoozed" ? row.snoozedUntil : null;
  return {
    name: nameOf(row.name, row.phone, row.username),
    state: row.state,
    snoozedUntil,
    /** The time of the snooze, as the form's own time. */
    stored: snoozedUntil === null ? "" : toZoneInput(snoozedUntil, row.timezone),
    ...offeredTimes(ctx.clock.now(), row.timezone),
  };
}
