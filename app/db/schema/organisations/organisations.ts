import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import type { OrgId } from "#app/platform/ids.ts";
import type { Locale } from "#app/platform/locale/locale.ts";
import { users } from "../accounts/users.ts";
import { at, bytea, createdAt, id, orgId, updatedAt } from "../columns.ts";

/** The tenant. */
export const organisations = pgTable(
  "organisations",
  {
    id: id().$type<OrgId>().primaryKey(),
    name: text("name").notNull(),
    planType: text("plan_type").$type<"Starter" | "Growth" | "Enterprise">().notNull().default("Starter"),
    billingType: text("billing_type").$type<"prepaid" | "postpaid">().notNull().default("postpaid"),
    /** Messages that the plan includes each month. */
    messageLimit: integer("message_limit").notNull().default(1000),
    /** The language of members without their own choice, and of messages to them. */
    locale: text("locale").$type<Locale>(),
    timezone: text("timezone").notNull().default("Africa/Nairobi"),
    /** When one path of its first steps was done, or a member hid them; null while they are shown. */
    firstStepsEndedAt: at("first_steps_ended_at"),
    /** When a member who manages it first opened the analytics with results in them. */
    resultsSeenAt: at("results_seen_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index("organisations_created").on(t.createdAt)],
);

export const members = pgTable(
  "members",
  {
    orgId: orgId().references(() => organisations.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role").$type<"owner" | "admin" | "agent">().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.userId] }), index("members_user").on(t.userId)],
);

/** A feature switched off by staff for an organisation. One of each is open at a time; an ended one stays. */
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

/** An offer by email to join an organisation. The link holds the token; only its SHA-256 is stored. */
export const invitations = pgTable(
  "invitations",
  {
    orgId: orgId().references(() => organisations.id, { onDelete: "cascade" }),
    id: id(),
    email: text("email").notNull(),
    role: text("role").$type<"admin" | "agent">().notNull(),
    tokenHash: bytea("token_hash").notNull().unique(),
    invitedBy: text("invited_by").notNull(),
    createdAt: createdAt(),
    expiresAt: at("expires_at").notNull(),
    acceptedAt: at("accepted_at"),
    revokedAt: at("revoked_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), index("invitations_email").on(t.orgId, t.email)],
);

/** An organisation's privacy settings. Without a row: 30 days, and support access allowed. */
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
