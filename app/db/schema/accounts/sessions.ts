import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, bytea, createdAt, id, orgId } from "../columns.ts";
import { users } from "./users.ts";

/** A signed-in browser. The cookie holds the token; only its SHA-256 is stored. */
export const sessions = pgTable(
  "sessions",
  {
    id: id().primaryKey(),
    tokenHash: bytea("token_hash").notNull().unique(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    orgId: text("org_id"),
    ipAddress: text("ip_address").notNull(),
    userAgent: text("user_agent").notNull(),
    remember: boolean("remember").notNull().default(false),
    createdAt: createdAt(),
    seenAt: at("seen_at").notNull().defaultNow(),
    expiresAt: at("expires_at").notNull(),
    revokedAt: at("revoked_at"),
  },
  (t) => [index("sessions_user").on(t.userId)],
);

/** One-time codes by email and password-reset links; only hashes are stored. */
export const oneTimeCodes = pgTable(
  "one_time_codes",
  {
    id: id().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    purpose: text("purpose").$type<"verify_email" | "reset_password" | "change_email">().notNull(),
    codeHash: bytea("code_hash").notNull(),
    triesLeft: integer("tries_left").notNull().default(5),
    createdAt: createdAt(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
  },
  (t) => [index("one_time_codes_user").on(t.userId, t.purpose, t.createdAt)],
);

/** The form that a user sent after their session had expired; restored after they sign in again. */
export const formDrafts = pgTable(
  "form_drafts",
  {
    id: id().primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Encrypted JSON: it is the user's private text. */
    formEncrypted: text("form_encrypted").notNull(),
    createdAt: createdAt(),
    expiresAt: at("expires_at").notNull(),
  },
  (t) => [index("form_drafts_user").on(t.userId), index("form_drafts_expiry").on(t.expiresAt)],
);

/** Fixed-window counters shared by all processes; `key` names door, subject and window. */
export const rateLimits = pgTable("rate_limits", {
  key: text("key").primaryKey(),
  hits: integer("hits").notNull(),
  expiresAt: at("expires_at").notNull(),
});

/**
 * An organisation's workspace, opened by staff for a short time. It ends with the session of the staff
 * member.
 */
export const supportVisits = pgTable(
  "support_visits",
  {
    orgId: orgId(),
    id: id(),
    sessionId: text("session_id").notNull(),
    staffUserId: text("staff_user_id").notNull(),
    /** The owner whose workspace is seen. */
    forUserId: text("for_user_id").notNull(),
    reason: text("reason").notNull(),
    ticket: text("ticket"),
    startedAt: at("started_at").notNull(),
    endsAt: at("ends_at").notNull(),
    /** The reason for write access, and since when. */
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
