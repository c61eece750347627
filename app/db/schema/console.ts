import { sql } from "drizzle-orm";
import {
  bigint,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "./columns.ts";

/** What staff took from an organisation for a time, and why. One is open at a time; an ended one stays. */
export const suspensions = pgTable(
  "suspensions",
  {
    orgId: orgId(),
    id: id(),
    level: text("level").$type<"campaigns" | "sends" | "sign_in">().notNull(),
    reason: text("reason").notNull(),
    startedBy: text("started_by").notNull(),
    startedAt: at("started_at").notNull(),
    endedBy: text("ended_by"),
    endedAt: at("ended_at"),
    endReason: text("end_reason"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("suspensions_open").on(t.orgId).where(sql`ended_at is null`),
  ],
);

/** Where an organisation differs from its plan for a time; what it had before comes back at the end. */
export const planOverrides = pgTable(
  "plan_overrides",
  {
    orgId: orgId(),
    id: id(),
    planType: text("plan_type").$type<"Starter" | "Growth" | "Enterprise">().notNull(),
    messageLimit: integer("message_limit").notNull(),
    formerPlanType: text("former_plan_type").$type<"Starter" | "Growth" | "Enterprise">().notNull(),
    formerMessageLimit: integer("former_message_limit").notNull(),
    reason: text("reason").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    endsAt: at("ends_at").notNull(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("plan_overrides_open").on(t.orgId).where(sql`ended_at is null`),
  ],
);

/** A function that staff took from an organisation for a time. One of each is open at a time; an ended one stays. */
export const featureSwitches = pgTable(
  "feature_switches",
  {
    orgId: orgId(),
    id: id(),
    feature: text("feature").$type<"api" | "bots" | "flows" | "integrations">().notNull(),
    reason: text("reason").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
    endsAt: at("ends_at").notNull(),
    endedAt: at("ended_at"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("feature_switches_open").on(t.orgId, t.feature).where(sql`ended_at is null`),
    index("feature_switches_due").on(t.endsAt).where(sql`ended_at is null`),
  ],
);

/** What staff write about a WhatsApp account, for each other. */
export const accountNotes = pgTable(
  "account_notes",
  {
    orgId: orgId(),
    id: id(),
    whatsappAccountId: text("whatsapp_account_id").notNull(),
    body: text("body").notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.whatsappAccountId, t.id] })],
);

/** Choices of who runs the platform, by name. */
export const platformSettings = pgTable("platform_settings", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  changedBy: text("changed_by"),
  changedAt: at("changed_at").notNull().defaultNow(),
});

/** Versions of Meta's API and when they end. */
export const apiVersions = pgTable("api_versions", {
  version: text("version").primaryKey(),
  releasedOn: date("released_on").notNull(),
  endsOn: date("ends_on"),
});

/**
 * What the platform measured of itself, once a minute: `service:web` (milliseconds, with a state), `queue:depth`,
 * `memory:bytes`. Kept for two days; `sampleHours` keep the rest.
 */
export const samples = pgTable(
  "samples",
  {
    series: text("series").notNull(),
    at: at("at").notNull(),
    value: doublePrecision("value").notNull(),
    state: text("state").$type<"healthy" | "degraded" | "down">(),
    detail: text("detail"),
  },
  (t) => [primaryKey({ columns: [t.series, t.at] }), index("samples_at").on(t.at)],
);

export const sampleHours = pgTable(
  "sample_hours",
  {
    series: text("series").notNull(),
    hour: at("hour").notNull(),
    count: integer("count").notNull(),
    /** How many of them found the service at least answering. */
    up: integer("up").notNull(),
    sum: doublePrecision("sum").notNull(),
    max: doublePrecision("max").notNull(),
  },
  (t) => [primaryKey({ columns: [t.series, t.hour] })],
);

/** A rule that is broken; it closes by itself when the rule holds again. */
export const alerts = pgTable(
  "alerts",
  {
    id: id().primaryKey(),
    rule: text("rule").notNull(),
    type: text("type").$type<"error" | "warning" | "info">().notNull(),
    service: text("service").notNull(),
    message: text("message").notNull(),
    openedAt: at("opened_at").notNull(),
    resolvedAt: at("resolved_at"),
  },
  (t) => [
    uniqueIndex("alerts_open").on(t.rule).where(sql`resolved_at is null`),
    index("alerts_time").on(t.openedAt),
  ],
);

/** What a number posted in a minute, by lane. Kept for two days. */
export const sendMinutes = pgTable(
  "send_minutes",
  {
    orgId: orgId(),
    phoneNumberId: text("phone_number_id").notNull(),
    lane: smallint("lane").notNull(),
    minute: at("minute").notNull(),
    count: integer("count").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.phoneNumberId, t.lane, t.minute] }),
    index("send_minutes_time").on(t.minute),
  ],
);

/** `hourly_totals` of all organisations together. */
export const platformHours = pgTable(
  "platform_hours",
  {
    hour: at("hour").notNull(),
    direction: text("direction").$type<"in" | "out">().notNull(),
    state: text("state").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.direction, t.state] })],
);

/** What delivered messages earned on a day of Nairobi; follows the postings to `revenue`. */
export const revenueDays = pgTable(
  "revenue_days",
  {
    orgId: orgId(),
    day: date("day").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.day] }), index("revenue_days_day").on(t.day)],
);

/** `revenue_days` of all organisations together, by the plan that they have now. */
export const platformRevenueDays = pgTable(
  "platform_revenue_days",
  {
    day: date("day").notNull(),
    planType: text("plan_type").notNull(),
    billingType: text("billing_type").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.planType, t.billingType] })],
);

/** Who of staff looks after an item of a work list. */
export const workOwners = pgTable(
  "work_owners",
  {
    list: text("list").notNull(),
    itemId: text("item_id").notNull(),
    ownerId: text("owner_id").notNull(),
    since: at("since").notNull(),
  },
  (t) => [primaryKey({ columns: [t.list, t.itemId] })],
);
