import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import type { OrgId } from "#app/platform/ids.ts";
import type { Locale } from "#app/platform/locale.ts";
import { at, bytea, createdAt, id, orgId, updatedAt } from "./columns.ts";

/** A person who signs in. Belongs to no single tenant: a member of organisations through `members`. */
export const users = pgTable("users", {
  id: id().primaryKey(),
  email: text("email").notNull().unique(),
  firstName: text("first_name").notNull().default(""),
  lastName: text("last_name").notNull().default(""),
  phoneNumber: text("phone_number"),
  /** argon2id, PHC string form. */
  passwordHash: text("password_hash").notNull(),
  /** `individual`, `admin` (platform staff) or `partner`. */
  usertype: text("usertype").$type<"individual" | "admin" | "partner">().notNull().default("individual"),
  /** Whose revenue share they see; of partners alone. */
  partnerId: text("partner_id").$type<OrgId>(),
  /** What an administrator may do; the least where none is named. */
  staffRole: text("staff_role").$type<"support" | "finance" | "operator" | "owner">(),
  accountStatus: text("account_status")
    .$type<"pending" | "active" | "suspended">()
    .notNull()
    .default("pending"),
  isVerified: boolean("is_verified").notNull().default(false),
  /** Another browser signed up too before the address was verified: whose the password is then takes more than a code. */
  signUpRepeated: boolean("sign_up_repeated").notNull().default(false),
  agreedToTermsAt: at("agreed_to_terms_at"),
  avatar: text("avatar"),
  /** The language that they chose; null leaves it to the organisation and to the browser. */
  locale: text("locale").$type<Locale>(),
  liteMode: boolean("lite_mode").notNull().default(false),
  lastLogin: at("last_login"),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

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
    /** The language of members who chose none, and of what is sent to them. */
    locale: text("locale").$type<Locale>(),
    timezone: text("timezone").notNull().default("Africa/Nairobi"),
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

/** One-time codes by e-mail and password-reset links; only hashes are stored. */
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
    /** Encrypted JSON: what people type is theirs. */
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
 * The API keys of an organisation: hashed to recognise them. The default one is encrypted besides, to show it on the
 * Developers page; all others are shown once.
 */
export const apiKeys = pgTable(
  "api_keys",
  {
    orgId: orgId().references(() => organisations.id, { onDelete: "cascade" }),
    id: id(),
    name: text("name").notNull().default("Default key"),
    isDefault: boolean("is_default").notNull().default(true),
    mode: text("mode").$type<"live" | "test">().notNull().default("live"),
    /** What it may do; `*` is everything. */
    scopes: text("scopes").array().notNull().default(sql`'{*}'::text[]`),
    keyHash: bytea("key_hash").notNull().unique(),
    keyEncrypted: text("key_encrypted").notNull(),
    /** Its last four characters, to tell keys apart. */
    lastFour: text("last_four").notNull().default(""),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    expiresAt: at("expires_at"),
    lastUsedAt: at("last_used_at"),
    revokedAt: at("revoked_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

/** Mails that wait to be sent or were sent; written with the deed, delivered by a job with retries. */
export const mails = pgTable(
  "mails",
  {
    id: id().primaryKey(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** Encrypted JSON: it may hold a code or a link. Emptied once sent. */
    payloadEncrypted: text("payload_encrypted").notNull(),
    createdAt: createdAt(),
    sentAt: at("sent_at"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
  },
  (t) => [index("mails_unsent").on(t.sentAt, t.createdAt)],
);
