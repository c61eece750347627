import { clientOf, type Tx } from "#app/db/client.server.ts";
import type { Actor, OrgContext, Services } from "#app/platform/context.ts";
import { newId, type OrgId, subjectKindOf } from "#app/platform/ids.ts";
import { bellOf } from "./bell.ts";
import type { DataOf, EventStatus, EventType } from "./eventType.ts";
import type { Changes } from "./eventWords.ts";
import { type PublicFacts, publicOf } from "./publicFacts.ts";
import {
  expressionsOf,
  followUp,
  namesOf,
  type Reactions,
  reactionOf,
  type Subscriber,
  subscribersOf,
} from "./subscribers.ts";

/** The owner of what concerns no organisation. No session names it, and row level security hides it from tenants. */
export const ofThePlatform = "platform" as OrgId;

/** `jobs`: needed for events that start jobs, such as a customer's message. */
export type RecordContext = Pick<OrgContext, "orgId" | "actor" | "clock" | "requestId"> &
  Partial<Pick<Services, "jobs">>;

export interface EventInput<T extends EventType> {
  /** The id of what it happened to; null where it is the organisation at large. */
  subject: string | null;
  data: DataOf<T>;
  changes?: Changes;
  status?: EventStatus;
  /** What it is a consequence of; else it belongs to the request. */
  correlationId?: string;
  /** When it happened, where that is not now. */
  at?: Date;
  /** The users notified when a bell is `to` named ones. */
  named?: readonly string[];
  /** What webhook endpoints get, for a type without public fields; absent: they get nothing. */
  facts?: PublicFacts;
}

/** SQL: stores the events in `events` (JSON). */
export const eventsText = (events: string) => `
insert into events (org_id, id, name, type, status, subject_kind, subject_id, actor_kind, actor_id, on_behalf_of,
  ip_address, user_agent, data, changes, correlation_id, at)
select $1, e.id, e.name, e.type, e.status, e.subject_kind, e.subject_id, e.actor_kind, e.actor_id, e.on_behalf_of,
  e.ip_address, e.user_agent, e.data, e.changes, e.correlation_id, e.at
from jsonb_to_recordset(${events}::jsonb) as e(id text, name text, type text, status text, subject_kind text, subject_id text,
  actor_kind text, actor_id text, on_behalf_of text, ip_address text, user_agent text, data jsonb, changes jsonb,
  correlation_id text, at timestamptz, is_stored boolean)
where e.is_stored
returning 1`;

/**
 * Records what happened, in the transaction that does it: one row, and the reactions of all subscribers. Every writing verb
 * calls it.
 */
export const record = <T extends EventType>(
  tx: Tx,
  ctx: RecordContext,
  type: T,
  input: EventInput<T>,
): Promise<void> => recordAll(tx, ctx, type, [input]);

/** The same for several events of one type, with as many statements as for one. */
export const recordAll = <T extends EventType>(
  tx: Tx,
  ctx: RecordContext,
  type: T,
  inputs: readonly EventInput<T>[],
): Promise<void> =>
  recordTogether(
    tx,
    ctx,
    inputs.map((input) => eventOf(type, input)),
  );

/** An event to be recorded with others. */
export interface RecordedEvent {
  type: EventType;
  input: EventInput<EventType>;
}

export const eventOf = <T extends EventType>(type: T, input: EventInput<T>): RecordedEvent => ({
  type,
  input: input as EventInput<EventType>,
});

/** The same for events of several types, in their order. */
export async function recordTogether(
  tx: Tx,
  ctx: RecordContext,
  events: readonly RecordedEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const subscribers = subscribersOf(events.map(({ type }) => type));
  if (subscribers.length === 0 && events.every(({ type }) => type.isStored === false)) return;
  const rows = eventRows(ctx, events);
  const stored = await clientOf(tx).query<Reactions>({
    name: `record${namesOf(subscribers)}`,
    text: recordText(subscribers),
    values: [ctx.orgId, JSON.stringify(rows)],
  });
  if (subscribers.length > 0)
    await followUp(tx, ctx, { subscribers, reactions: stored.rows[0]!, events: rows });
}

const recordText = (subscribers: readonly Subscriber[]): string =>
  subscribers.length === 0
    ? eventsText("$2")
    : `with stored as (${eventsText("$2")})${expressionsOf(subscribers, "$2")} select ${subscribers.map(reactionOf).join(", ")}`;

/** The rows of events, in their order after `before` others. */
export function eventRows(ctx: RecordContext, events: readonly RecordedEvent[], before = 0) {
  const now = ctx.clock.now();
  const columns = actorColumns(ctx.actor);
  const rung = new Set<string>();
  return events.map((event, place) => ({
    ...rowOf(ctx, event, { now, place: before + place }),
    ...columns,
    cause: ctx.actor.kind === "job" ? ctx.actor.name : "",
    bell: bellOf(ctx.actor, event, rung),
    webhook: publicOf(event),
    is_stored: event.type.isStored ?? true,
  }));
}

export type EventRow = ReturnType<typeof eventRows>[number];

const rowOf = (
  ctx: RecordContext,
  { type, input: { subject, data, changes, status, correlationId, at } }: RecordedEvent,
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

/** Which contact an event is about, if any. */
const contactOf = ({ subject, data }: { subject: string | null; data: unknown }): string | null =>
  (data as { contactId?: string | null }).contactId ?? (subject?.startsWith("con_") ? subject : null);

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
