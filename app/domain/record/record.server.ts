import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { events } from "#app/db/schema/record.ts";
import type { Actor, OrgContext } from "#app/platform/context.ts";
import { userOf } from "#app/platform/context.ts";
import { newId, type OrgId, subjectKindOf } from "#app/platform/ids.ts";
import type { Bell, DataOf, EventStatus, EventType } from "./eventType.ts";
import type { Changes } from "./eventWords.ts";
import { tellHearers } from "./hearers.server.ts";
import { newsKindOf } from "./notifications/kinds.ts";
import { alwaysTold } from "./notifications/words.ts";

/** The owner of what concerns no organisation. No session names it, and row level security hides it from tenants. */
export const ofThePlatform = "platform" as OrgId;

export type RecordContext = Pick<OrgContext, "orgId" | "actor" | "clock" | "requestId">;

export interface Happening<T extends EventType> {
  /** The id of what it happened to; null where it is the organisation at large. */
  subject: string | null;
  data: DataOf<T>;
  changes?: Changes;
  status?: EventStatus;
  /** What it is a consequence of; else it belongs to the request. */
  correlationId?: string;
  /** The users whom a bell `to` those named tells. */
  named?: readonly string[];
}

/**
 * Records what happened, in the transaction of the deed: one row, and a notification for each member whom the type's bell
 * names. Rules and connections that wait for it get their task. Every writing verb calls it.
 */
export async function record<T extends EventType>(
  tx: Tx,
  ctx: RecordContext,
  type: T,
  { subject, data, changes, status, correlationId, named = [] }: Happening<T>,
): Promise<void> {
  const now = ctx.clock.now();
  const eventId = newId("evt", now.getTime());
  await tx.insert(events).values({
    orgId: ctx.orgId,
    id: eventId,
    name: type.name,
    type: type.type,
    status: status ?? type.status,
    subjectKind: subject === null ? null : subjectKindOf(subject),
    subjectId: subject,
    ...actorColumns(ctx.actor),
    data: type.data.parse(data),
    changes: changes ?? null,
    correlationId: correlationId ?? (ctx.requestId || null),
    at: now,
  });
  if (type.bell) await ring(tx, ctx, type, { eventId, subject, named, at: now });
  await tellHearers(tx, { orgId: ctx.orgId, actor: ctx.actor, eventId, name: type.name, subject, data });
}

function actorColumns(actor: Actor) {
  const origin = "ipAddress" in actor ? { ipAddress: actor.ipAddress, userAgent: actor.userAgent } : {};
  const onBehalfOf = actor.kind === "staff" ? (actor.onBehalfOf ?? null) : null;
  return { actorKind: actor.kind, actorId: idOf(actor), onBehalfOf, ...origin };
}

function idOf(actor: Actor): string | null {
  switch (actor.kind) {
    case "member":
    case "staff":
      return actor.userId;
    case "key":
      return actor.keyId;
    case "partner":
      return actor.partnerId;
    case "webhook":
      return actor.source;
    case "job":
      return actor.name;
    case "visitor":
      return null;
  }
}

/** Tells the members whom the organisation has now, each as they chose for this kind of news. */
async function ring(
  tx: Tx,
  { orgId, actor }: RecordContext,
  { name, bell }: EventType,
  {
    eventId,
    subject,
    named,
    at,
  }: { eventId: string; subject: string | null; named: readonly string[]; at: Date },
): Promise<void> {
  const { to, alsoCauser, unlessUnread } = bell as Bell;
  const kind = newsKindOf(name);
  const addressed = {
    everyone: sql`true`,
    managers: sql`members.role in ('owner', 'admin')`,
    subject: sql`members.user_id = ${subject}`,
    named: sql`members.user_id = any(${sql.param(named)}::text[])`,
  }[to];
  // An owner is told of what staff did in their name.
  const causer = alsoCauser || actor.kind === "staff" ? null : userOf(actor);
  const isNews = unlessUnread
    ? sql`not exists (select 1 from notifications known where known.org_id = members.org_id
        and known.user_id = members.user_id and known.subject_id = ${subject} and known.read_at is null)`
    : sql`true`;
  await tx.execute(sql`
    insert into notifications (org_id, id, user_id, event_id, subject_id, created_at, mail_way)
    select members.org_id, new_id('ntf'), members.user_id, ${eventId}, ${subject}, ${at.toISOString()}::timestamptz,
      case when chosen.way in ('mail', 'digest') then chosen.way end
    from members left join notification_choices chosen
      on chosen.org_id = members.org_id and chosen.user_id = members.user_id and chosen.kind = ${kind}
    where members.org_id = ${orgId} and ${addressed} and members.user_id is distinct from ${causer} and ${isNews}
      and (${alwaysTold.has(kind)} or chosen.way is distinct from 'off')`);
}
