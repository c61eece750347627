import { bigint, boolean, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, orgId } from "../columns.ts";

/** Every webhook body, appended before the response; a job applies it and records the outcome. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    source: text("source").notNull().default("meta"),
    /** The phone number or WhatsApp account that it waits for; empty until it is known. */
    accountKey: text("account_key").notNull().default(""),
    /** Statuses of sent messages only: applied after everything else of its account. */
    isStatus: boolean("is_status").notNull().default(false),
    body: text("body").notNull(),
    receivedAt: at("received_at").notNull().defaultNow(),
  },
  (t) => [index("webhook_events_waiting").on(t.accountKey, t.isStatus, t.id)],
);

/** Webhooks that were applied, or given up with an error, partitioned by day. Kept for support. */
export const processedWebhooks = pgTable(
  "processed_webhooks",
  {
    id: bigint("id", { mode: "number" }).notNull(),
    source: text("source").notNull(),
    accountKey: text("account_key").notNull(),
    isStatus: boolean("is_status").notNull(),
    body: text("body").notNull(),
    receivedAt: at("received_at").notNull(),
    processedAt: at("processed_at").notNull(),
    error: text("error"),
  },
  (t) => [primaryKey({ columns: [t.id, t.processedAt] })],
);

/** Applied events: prevents applying a repeated webhook. */
export const appliedEvents = pgTable(
  "applied_events",
  {
    orgId: orgId(),
    key: text("key").notNull(),
    appliedAt: at("applied_at").notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.key] })],
);
