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
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

/** With a `test` key nothing is sent, and no live data changes. */
export type KeyMode = "live" | "test";

/** A webhook address of an organisation's system. */
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
    /** Why it was switched off automatically, as text. */
    offReason: text("off_reason"),
    secretEncrypted: text("secret_encrypted").notNull(),
    secretCreatedAt: at("secret_created_at").notNull(),
    /** Signs alongside the new one until `previousSecretUntil`. */
    previousSecretEncrypted: text("previous_secret_encrypted"),
    previousSecretUntil: at("previous_secret_until"),
    maxInFlight: smallint("max_in_flight").notNull().default(5),
    /** Since when all deliveries have failed; null after a success. */
    failingSince: at("failing_since"),
    lastFailureAt: at("last_failure_at"),
    /** The process that delivers to it, until `heldUntil`. */
    heldBy: text("held_by"),
    heldUntil: at("held_until"),
    /** When its managers were emailed about its failures. */
    warnedAt: at("warned_at"),
    createdBy: text("created_by"),
    /** The API key of the subscribing service; it ends with the key. */
    keyId: text("key_id"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

/** An event for webhook endpoints. A message's status is one event, however often it is reported. */
export const outgoingEvents = pgTable(
  "outgoing_events",
  {
    orgId: orgId(),
    id: id(),
    /** The public name of the event. */
    type: text("type").notNull(),
    mode: text("mode").$type<KeyMode>().notNull().default("live"),
    /** Its subject: a message, or the event's subject; empty: the organisation. */
    subjectId: text("subject_id").notNull(),
    data: jsonb("data").$type<Record<string, unknown>>().notNull(),
    occurredAt: at("occurred_at").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("outgoing_events_once").on(t.orgId, t.subjectId, t.type).where(sql`type like 'message.%'`),
    // By the contact that it is about, else by its subject: a contact's events are erased with them.
    index("outgoing_events_about").on(t.orgId, sql`coalesce(data ->> 'contact_id', subject_id)`),
    index("outgoing_events_created").on(t.createdAt),
  ],
);

export const deliveryStates = ["waiting", "delivered", "failed", "off"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/**
 * One event for one endpoint, with its result. `off`: the endpoint was disabled at the time; waits to be
 * replayed.
 */
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
    /** When it is due: new ones at `epoch`. Null when it is no longer tried. */
    dueAt: at("due_at"),
    lastStatus: smallint("last_status"),
    /** The beginning of the last response, or why there was none. */
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
