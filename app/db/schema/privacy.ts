import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, id, orgId, updatedAt } from "./columns.ts";

/** What an organisation decided about its data. Who has no row keeps the default: 30 days, and support may be let in. */
export const dataSettings = pgTable(
  "data_settings",
  {
    orgId: orgId(),
    /** Days after the last message of a conversation. */
    retentionDays: integer("retention_days").notNull().default(30),
    supportAllowed: boolean("support_allowed").notNull().default(true),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId] })],
);

/** An organisation's workspace, opened by staff for a short time. It lives and dies with the session of who opened it. */
export const supportVisits = pgTable(
  "support_visits",
  {
    orgId: orgId(),
    id: id(),
    sessionId: text("session_id").notNull(),
    staffUserId: text("staff_user_id").notNull(),
    /** The owner, whose workspace is seen. */
    forUserId: text("for_user_id").notNull(),
    reason: text("reason").notNull(),
    ticket: text("ticket"),
    startedAt: at("started_at").notNull(),
    endsAt: at("ends_at").notNull(),
    /** Why more than looking was needed, and since when. */
    actReason: text("act_reason"),
    actingSince: at("acting_since"),
    endedAt: at("ended_at"),
    endedBecause: text("ended_because").$type<"staff" | "time" | "switched_off">(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("support_visits_open").on(t.sessionId).where(sql`ended_at is null`),
    index("support_visits_time").on(t.startedAt),
  ],
);

/** What was done for a person who asked for their data, or for its end. It names nobody: only the id of the contact. */
export interface Certificate {
  conversations: number;
  messages: number;
  /** Messages that stay without a person: campaigns' figures and what was billed. */
  emptied: number;
  events: number;
  /** Signed by the platform over all that it says. */
  keyId: string;
  signature: string;
}

/** A person asked an organisation for their data (7 days), or to be forgotten (14 days). */
export const personRequests = pgTable(
  "person_requests",
  {
    orgId: orgId(),
    id: id(),
    kind: text("kind").$type<"export" | "erasure">().notNull(),
    contactId: text("contact_id").notNull(),
    state: text("state").$type<"open" | "done" | "refused">().notNull().default("open"),
    /** How they asked and how it was made sure that it is them; emptied with the person. */
    note: text("note").notNull().default(""),
    requestedAt: at("requested_at").notNull(),
    dueAt: at("due_at").notNull(),
    createdBy: text("created_by"),
    closedAt: at("closed_at"),
    closedBy: text("closed_by"),
    refusal: text("refusal"),
    certificate: jsonb("certificate").$type<Certificate>(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("person_requests_open").on(t.orgId, t.contactId, t.kind).where(sql`state = 'open'`),
    index("person_requests_due").on(t.dueAt).where(sql`state = 'open'`),
    index("person_requests_time").on(t.requestedAt),
  ],
);

/** One night's end of what is kept no longer, over all organisations. */
export const retentionRuns = pgTable(
  "retention_runs",
  {
    id: id().primaryKey(),
    startedAt: at("started_at").notNull(),
    /** Null while it runs, and where it never ended. */
    finishedAt: at("finished_at"),
    organisations: integer("organisations").notNull().default(0),
    conversations: bigint("conversations", { mode: "number" }).notNull().default(0),
    messages: bigint("messages", { mode: "number" }).notNull().default(0),
    campaigns: integer("campaigns").notNull().default(0),
    webhooks: bigint("webhooks", { mode: "number" }).notNull().default(0),
    batches: integer("batches").notNull().default(0),
    error: text("error"),
  },
  (t) => [index("retention_runs_time").on(t.startedAt)],
);

/** What a run deleted of one organisation; one without a row had nothing to delete. */
export const retentionReports = pgTable(
  "retention_reports",
  {
    orgId: orgId(),
    runId: text("run_id").notNull(),
    at: at("at").notNull(),
    retentionDays: integer("retention_days").notNull(),
    conversations: integer("conversations").notNull(),
    messages: integer("messages").notNull(),
    /** Rows that stay for the figures and name nobody any more. */
    emptied: integer("emptied").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.runId] }),
    foreignKey({ columns: [t.runId], foreignColumns: [retentionRuns.id] }).onDelete("cascade"),
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
