import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { Actor } from "#app/platform/context.ts";
import type { SubjectKind } from "#app/platform/ids.ts";
import { at, id, orgId } from "../columns.ts";

/**
 * What happened: facts, written in the transaction of the deed and never changed. Words are made when they are read.
 * What concerns no organisation belongs to `platform`, which no tenant sees.
 */
export const events = pgTable(
  "events",
  {
    orgId: orgId(),
    id: id(),
    /** `campaign.started`: which event type tells what `data` holds. */
    name: text("name").notNull(),
    /** Where it stands in the activity log; null where it does not. */
    type: text("type"),
    status: text("status").$type<"success" | "warning" | "error">().notNull(),
    subjectKind: text("subject_kind").$type<SubjectKind>(),
    subjectId: text("subject_id"),
    actorKind: text("actor_kind").$type<Actor["kind"]>().notNull(),
    /** Of a member, key or partner their id, of a job its name, of a webhook its source. */
    actorId: text("actor_id"),
    /** In whose workspace staff acted: the owner's. */
    onBehalfOf: text("on_behalf_of"),
    data: jsonb("data").$type<unknown>().notNull(),
    /** What was before, and what is now, by field. */
    changes: jsonb("changes").$type<Record<string, [before: unknown, after: unknown]>>(),
    /** The act that it belongs to: a request, or what a later consequence goes back to. */
    correlationId: text("correlation_id"),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    at: at("at").notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("events_log").on(t.orgId, t.at, t.id).where(sql`type is not null`),
    index("events_time").on(t.at),
    index("events_correlation").on(t.orgId, t.correlationId).where(sql`correlation_id is not null`),
    index("events_person")
      .on(t.orgId, sql`(data ->> 'contactId')`)
      .where(sql`(data ->> 'contactId') is not null`),
    index("events_staff").on(t.at).where(sql`actor_kind = 'staff'`),
    index("events_subject").on(t.orgId, t.subjectId, t.at).where(sql`subject_id is not null`),
  ],
);

/**
 * The seals of each organisation's events, in the order in which they happened: each covers the one before it, so that a
 * line that is changed, moved, deleted or put in later is found.
 */
export const eventSeals = pgTable(
  "event_seals",
  {
    orgId: orgId(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    eventId: text("event_id").notNull(),
    /** Which of the platform's keys made it. */
    keyId: text("key_id").notNull(),
    hash: text("hash").notNull(),
    sealedAt: at("sealed_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.seq] }),
    unique("event_seals_event").on(t.orgId, t.eventId),
    index("event_seals_time").on(t.sealedAt),
  ],
);

/**
 * What the platform itself took out of sealed events when a person was erased, signed: a line that says less than its
 * seal is whole when this vouches for what is left.
 */
export const eventRedactions = pgTable(
  "event_redactions",
  {
    orgId: orgId(),
    eventId: text("event_id").notNull(),
    keyId: text("key_id").notNull(),
    hash: text("hash").notNull(),
    redactedAt: at("redacted_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.eventId] })],
);
