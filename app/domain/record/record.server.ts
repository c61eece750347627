import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { Actor, OrgContext } from "#app/platform/context.ts";
import { userOf } from "#app/platform/context.ts";
import { newId, type OrgId, subjectKindOf } from "#app/platform/ids.ts";
import type { Bell, DataOf, EventStatus, EventType } from "./eventType.ts";
import type { Changes } from "./eventWords.ts";
import { contactOf, heardEvents, notifyTasks, ruledBy, tasksText } from "./hearers.server.ts";
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
  /** When it happened, where that is not now. */
  at?: Date;
  /** The users whom a bell `to` those named tells. */
  named?: readonly string[];
}

/** SQL: stores the events in `events` (JSON). */
export const eventsText = (events: string) => `
insert into events (org_id, id, name, type, status, subject_kind, subject_id, actor_kind, actor_id, on_behalf_of,
  ip_address, user_agent, data, changes, correlation_id, at)
select $1, e.id, e.name, e.type, e.status, e.subject_kind, e.subject_id, e.actor_kind, e.actor_id, e.on_behalf_of,
  e.ip_address, e.user_agent, e.data, e.changes, e.correlation_id, e.at
from jsonb_to_recordset(${events}::jsonb) as e(id text, name text, type text, status text, subject_kind text, subject_id text,
  actor_kind text, actor_id text, on_behalf_of text, ip_address text, user_agent text, data jsonb, changes jsonb,
  correlation_id text, at timestamptz)`;

/** With a task for each rule and connection that waits for one of them. */
const heardText = `with stored as (${eventsText("$2")}), made as (${tasksText("$2", "$3")} returning 1) select count(*)::int as tasks from made`;

/**
 * Records what happened, in the transaction of the deed: one row, and a notification for each member whom the type's bell
 * names. Rules and connections that wait for it get their task. Every writing verb calls it.
 */
export const record = <T extends EventType>(
  tx: Tx,
  ctx: RecordContext,
  type: T,
  happening: Happening<T>,
): Promise<void> => recordAll(tx, ctx, type, [happening]);

/** The same for several events of one type, with as many statements as for one. */
export const recordAll = <T extends EventType>(
  tx: Tx,
  ctx: RecordContext,
  type: T,
  happenings: readonly Happening<T>[],
): Promise<void> =>
  recordTogether(
    tx,
    ctx,
    happenings.map((happening) => happened(type, happening)),
  );

/** An event to be recorded with others. */
export interface Happened {
  type: EventType;
  happening: Happening<EventType>;
}

export const happened = <T extends EventType>(type: T, happening: Happening<T>): Happened => ({
  type,
  happening: happening as Happening<EventType>,
});

/** The same for events of several types, in their order. */
export async function recordTogether(tx: Tx, ctx: RecordContext, events: readonly Happened[]): Promise<void> {
  if (events.length === 0) return;
  const rows = eventRows(ctx, events);
  const values = [ctx.orgId, JSON.stringify(rows)];
  const client = clientOf(tx);
  if (events.some(({ type }) => heardEvents.has(type.name))) {
    const { rows: made } = await client.query<{ tasks: number }>({
      name: "record-heard-events",
      text: heardText,
      values: [...values, ruledBy(ctx.actor)],
    });
    if (made[0]!.tasks > 0) await notifyTasks(client);
  } else await client.query({ name: "record-events", text: eventsText("$2"), values });
  for (const type of new Set(events.map((event) => event.type))) {
    const rung = events.flatMap(({ type: own, happening: { named = [] } }, n) =>
      own === type ? [{ ...rows[n]!, named }] : [],
    );
    if (type.bell) await ring(tx, ctx, type, rung);
  }
}

/** The rows of events, in their order after `before` others. */
export function eventRows(ctx: RecordContext, events: readonly Happened[], before = 0) {
  const now = ctx.clock.now();
  const columns = actorColumns(ctx.actor);
  return events.map((event, place) => ({ ...rowOf(ctx, event, { now, place: before + place }), ...columns }));
}

const rowOf = (
  ctx: RecordContext,
  { type, happening: { subject, data, changes, status, correlationId, at } }: Happened,
  { now, place }: { now: Date; place: number },
) => ({
  id: newId("evt", (at ?? now).getTime()),
  place,
  name: type.name,
  type: type.type,
  status: status ?? type.status,
  subject_kind: subject === null ? null : subjectKindOf(subject),
  subject_id: subject,
  contact_id: contactOf({ subject, data }),
  data: type.data.parse(data),
  changes: changes ?? null,
  correlation_id: correlationId ?? (ctx.requestId || null),
  at: at ?? now,
});

function actorColumns(actor: Actor) {
  const origin: { ipAddress?: string | null; userAgent?: string | null } =
    "ipAddress" in actor ? { ipAddress: actor.ipAddress, userAgent: actor.userAgent } : {};
  return {
    actor_kind: actor.kind,
    actor_id: idOf(actor),
    on_behalf_of: actor.kind === "staff" ? (actor.onBehalfOf ?? null) : null,
    ip_address: origin.ipAddress ?? null,
    user_agent: origin.userAgent ?? null,
  };
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

const addressedBy: Record<Bell["to"], string> = {
  everyone: "true",
  managers: "m.role in ('owner', 'admin')",
  subject: "m.user_id = e.subject_id",
  named: "m.user_id = any(e.named)",
};

const ringText = ({ to, unlessUnread }: Bell) => `
insert into notifications (org_id, id, user_id, event_id, subject_id, created_at, mail_way)
select $1, new_id('ntf'), m.user_id, e.id, e.subject_id, e.at,
  case when chosen.way in ('mail', 'digest') then chosen.way end
from jsonb_to_recordset($2::jsonb) as e(id text, subject_id text, at timestamptz, named text[])
cross join members m left join notification_choices chosen
  on chosen.org_id = $1 and chosen.user_id = m.user_id and chosen.kind = $3
where m.org_id = $1 and ${addressedBy[to]} and m.user_id is distinct from $4 and ($5 or chosen.way is distinct from 'off')
  ${
    unlessUnread
      ? `and not exists (select 1 from notifications known where known.org_id = $1
        and known.user_id = m.user_id and known.subject_id = e.subject_id and known.read_at is null)`
      : ""
  }`;

/** Notifies the members whom the organisation has now, each as they chose for this kind of news. */
async function ring(
  tx: Tx,
  { orgId, actor }: RecordContext,
  { name, bell }: EventType,
  events: readonly { id: string; subject_id: string | null; at: Date; named: readonly string[] }[],
): Promise<void> {
  const { to, alsoCauser, unlessUnread = false } = bell as Bell;
  const kind = newsKindOf(name);
  // An owner is told of what staff did in their name.
  const causer = alsoCauser || actor.kind === "staff" ? null : userOf(actor);
  const rung = unlessUnread ? firstOfEachSubject(events) : events;
  await clientOf(tx).query({
    name: `ring-${to}${unlessUnread ? "-unless-unread" : ""}`,
    text: ringText(bell as Bell),
    values: [
      orgId,
      JSON.stringify(rung.map(({ id, subject_id, at, named }) => ({ id, subject_id, at, named }))),
      kind,
      causer,
      alwaysTold.has(kind),
    ],
  });
}

/** What the first leaves unread need not be told by the next. */
const firstOfEachSubject = <E extends { id: string; subject_id: string | null }>(events: readonly E[]): E[] =>
  [...new Map(events.toReversed().map((event) => [event.subject_id ?? event.id, event])).values()].reverse();
