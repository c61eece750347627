import { sql } from "drizzle-orm";
import { bigint, index, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import type { Actor } from "#app/platform/context.ts";
import type { SubjectKind } from "#app/platform/ids.ts";
import { at, id, orgId } from "../columns.ts";

/**
 * Recorded events: facts, written in the transaction of the action and never changed. Texts are built when
 * they are read. Events without an organisation belong to `platform`, which no tenant sees.
 */
export const events = pgTable(
  "events",
  {
    orgId: orgId(),
    id: id(),
    /** `campaign.started`: the event type that defines `data`. */
    name: text("name").notNull(),
    /** Its place in the activity log; null when hidden. */
    type: text("type"),
    status: text("status").$type<"success" | "warning" | "error">().notNull(),
    subjectKind: text("subject_kind").$type<SubjectKind>(),
    subjectId: text("subject_id"),
    actorKind: text("actor_kind").$type<Actor["kind"]>().notNull(),
    /** The id of a member, key or partner, the name of a job, the source of a webhook. */
    actorId: text("actor_id"),
    /** The owner in whose workspace staff acted. */
    onBehalfOf: text("on_behalf_of"),
    data: jsonb("data").$type<unknown>().notNull(),
    /** Old and new values, by field. */
    changes: jsonb("changes").$type<Record<string, [before: unknown, after: unknown]>>(),
    /** Its action: a request, or the origin of a later consequence. */
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
 * The seals of each organisation's events in order: each covers the one before it, so that a changed, moved,
 * deleted or inserted line is detected.
 */
export const eventSeals = pgTable(
  "event_seals",
  {
    orgId: orgId(),
    seq: bigint("seq", { mode: "number" }).notNull(),
    eventId: text("event_id").notNull(),
    /** The platform key that made it. */
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
 * Data that the platform removed from sealed events when a person was erased, signed: a reduced line is valid
 * when this vouches for its rest.
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
