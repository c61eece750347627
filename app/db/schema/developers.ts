import { sql } from "drizzle-orm";
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, bytea, createdAt, id, orgId, updatedAt } from "./columns.ts";
import type { MediaKind } from "./media.ts";

/** With a `test` key nothing leaves, and nothing of the live side changes. */
export type KeyMode = "live" | "test";

/** Every call of the public API, kept for 30 days. The body is redacted before it gets here. */
export const apiCalls = pgTable(
  "api_calls",
  {
    orgId: orgId(),
    /** The request id that the caller got. */
    id: id(),
    keyId: text("key_id").notNull(),
    mode: text("mode").$type<KeyMode>().notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    status: smallint("status").notNull(),
    errorCode: text("error_code"),
    durationMs: integer("duration_ms").notNull(),
    requestBody: text("request_body"),
    ipAddress: text("ip_address").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), index("api_calls_time").on(t.orgId, t.createdAt, t.id)],
);

/** The answer to a call with an `Idempotency-Key`; without one while the call is worked on. Kept for 7 days. */
export const apiAnswers = pgTable(
  "api_answers",
  {
    orgId: orgId(),
    mode: text("mode").$type<KeyMode>().notNull(),
    key: text("key").notNull(),
    /** SHA-256 of method, path and body: the same key may not be used for something else. */
    fingerprint: bytea("fingerprint").notNull(),
    status: smallint("status"),
    body: text("body"),
    startedAt: at("started_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.mode, t.key] }), index("api_answers_started").on(t.startedAt)],
);

/** A message sent with a test key: checked like a live one, never sent. */
export const testMessages = pgTable(
  "test_messages",
  {
    orgId: orgId(),
    id: id(),
    type: text("type").$type<"template" | "text" | MediaKind>().notNull(),
    status: text("status").$type<"delivered" | "failed">().notNull(),
    recipient: text("recipient").notNull(),
    template: text("template"),
    body: text("body").notNull(),
    mediaId: text("media_id"),
    errorCode: integer("error_code"),
    /** What made it, so that the same call again makes no second one. */
    onceKey: text("once_key").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("test_messages_once").on(t.orgId, t.onceKey)],
);

/** An address of an organisation's system that is told what happens. */
export const webhookEndpoints = pgTable(
  "webhook_endpoints",
  {
    orgId: orgId(),
    id: id(),
    url: text("url").notNull(),
    description: text("description").notNull().default(""),
    mode: text("mode").$type<KeyMode>().notNull().default("live"),
    events: text("events").array().notNull(),
    isOn: boolean("is_on").notNull().default(true),
    /** Why it was switched off by itself, in words. */
    offReason: text("off_reason"),
    secretEncrypted: text("secret_encrypted").notNull(),
    secretCreatedAt: at("secret_created_at").notNull(),
    /** Signs beside the new one until `previousSecretUntil`. */
    previousSecretEncrypted: text("previous_secret_encrypted"),
    previousSecretUntil: at("previous_secret_until"),
    maxInFlight: smallint("max_in_flight").notNull().default(5),
    /** Since when nothing but failures came; null after a success. */
    failingSince: at("failing_since"),
    lastFailureAt: at("last_failure_at"),
    /** The process that delivers to it, until `heldUntil`. */
    heldBy: text("held_by"),
    heldUntil: at("held_until"),
    /** When its managers were mailed that it fails. */
    warnedAt: at("warned_at"),
    createdBy: text("created_by"),
    /** The API key of the service that subscribed to it; it ends with the key. */
    keyId: text("key_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

/** An event that endpoints are notified of. What becomes true of a message is one once, however often it is reported. */
export const outgoingEvents = pgTable(
  "outgoing_events",
  {
    orgId: orgId(),
    id: id(),
    /** The public name of the event. */
    type: text("type").notNull(),
    mode: text("mode").$type<KeyMode>().notNull().default("live"),
    /** What it is about: a message, or the subject of the event; empty: the organisation. */
    subjectId: text("subject_id").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    occurredAt: at("occurred_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("outgoing_events_once").on(t.orgId, t.subjectId, t.type).where(sql`type like 'message.%'`),
    index("outgoing_events_created").on(t.createdAt),
  ],
);

export const deliveryStates = ["waiting", "delivered", "failed", "off"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One event for one endpoint, with what became of it. `off`: it happened while the endpoint was off, and waits to be replayed. */
export const webhookDeliveries = pgTable(
  "webhook_deliveries",
  {
    orgId: orgId(),
    id: id(),
    endpointId: text("endpoint_id").notNull(),
    eventId: text("event_id").notNull(),
    eventType: text("event_type").notNull(),
    state: text("state").$type<DeliveryState>().notNull(),
    attempts: smallint("attempts").notNull().default(0),
    /** When it is tried: new ones at `epoch`. Null when it is no longer tried. */
    dueAt: at("due_at"),
    lastStatus: smallint("last_status"),
    /** The beginning of the last answer, or why there was none. */
    lastAnswer: text("last_answer"),
    durationMs: integer("duration_ms"),
    triedAt: at("tried_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("webhook_deliveries_due").on(t.orgId, t.endpointId, t.dueAt, t.id).where(sql`due_at is not null`),
    index("webhook_deliveries_log").on(t.orgId, t.endpointId, t.createdAt, t.id),
  ],
);
