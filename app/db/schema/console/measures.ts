import { sql } from "drizzle-orm";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, id } from "../columns.ts";

/**
 * The platform's own measurements, once a minute: `service:web` (milliseconds, with a state), `queue:depth`,
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
    /** How many of them found the service responding. */
    up: integer("up").notNull(),
    sum: doublePrecision("sum").notNull(),
    max: doublePrecision("max").notNull(),
  },
  (t) => [primaryKey({ columns: [t.series, t.hour] })],
);

/** An alert; it closes automatically when its rule holds again. */
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
