import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import { events } from "#app/db/schema/record/events.ts";
import { entryColumns, withActors } from "#app/domain/insights/activity/entry.server.ts";
import { legacyEntry } from "#app/domain/record/events.ts";
import type { ActivityType, EventStatus } from "#app/domain/record/eventType.ts";
import { record } from "#app/domain/record/record.server.ts";
import { jobActor, type OrgContext, type Services } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/** The recorded events of an organisation, or of a person in any, as text, oldest first. */
export async function entriesOf({ services: { db } }: { services: Services }, orgOrUserId: string) {
  const rows = await db.withSystem((tx) =>
    tx
      .select({ ...entryColumns })
      .from(events)
      .where(
        and(
          isNotNull(events.type),
          or(
            eq(events.orgId, orgOrUserId as OrgId),
            eq(events.actorId, orgOrUserId),
            eq(events.subjectId, orgOrUserId),
          ),
        ),
      )
      .orderBy(asc(events.at), asc(events.id)),
  );
  return withActors({ db }, rows);
}

/** The titles of the recorded events of an organisation or a person. */
export const actionsOf = async (platform: { services: Services }, orgOrUserId: string) =>
  (await entriesOf(platform, orgOrUserId)).map(({ action }) => action);

interface Entry {
  type?: ActivityType;
  status?: EventStatus;
  action: string;
  details?: string;
}

/** Records an event with its own text, for tests of the log. */
export const recordEntry = (
  ctx: OrgContext,
  { type = "system", status = "success", action, details = "" }: Entry,
) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    record(tx, ctx, { ...legacyEntry, type }, { subject: null, status, data: { action, details } }),
  );

/** Notifies all members, for tests of the bell. */
export const notifyAll = (ctx: OrgContext, { title, subject }: { title: string; subject?: string }) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    record(
      tx,
      { ...ctx, actor: jobActor("test") },
      { ...legacyEntry, type: null, bell: { to: "everyone" } },
      { subject: subject ?? null, data: { action: title, details: "karibu" } },
    ),
  );
