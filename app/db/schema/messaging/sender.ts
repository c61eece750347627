import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "../columns.ts";

/**
 * A range of running numbers leased by one sender. When its sender has died, rows that are still `queued` become unknown if
 * the range was begun, and are sent by the next one otherwise.
 */
export const sendLeases = pgTable(
  "send_leases",
  {
    orgId: orgId(),
    id: id(),
    campaignId: text("campaign_id").notNull(),
    fromSequence: integer("from_sequence").notNull(),
    toSequence: integer("to_sequence").notNull(),
    dispatcher: text("dispatcher").notNull(),
    createdAt: createdAt(),
    /** Since when its rows may have been posted; null before. What a process of an earlier version leases is begun at once. */
    begunAt: at("begun_at").default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), index("send_leases_campaign").on(t.orgId, t.campaignId)],
);

/** One dispatcher per phone number: the holder renews its tenure, and a successor takes over when it has expired. */
export const dispatchers = pgTable("dispatchers", {
  phoneNumberId: text("phone_number_id").primaryKey(),
  orgId: orgId(),
  /** Empty when it was given up with nothing left behind. */
  holder: text("holder").notNull(),
  expiresAt: at("expires_at").notNull(),
});

/** The last heartbeat of a process that stores webhooks: shows how long they could not be stored. */
export const heartbeats = pgTable("heartbeats", {
  processId: text("process_id").primaryKey(),
  roles: text("roles").notNull(),
  startedAt: at("started_at").notNull(),
  seenAt: at("seen_at").notNull(),
});

/** A number's posts per minute, by lane. Kept for two days. */
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
