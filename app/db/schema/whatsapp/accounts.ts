import {
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
import type { Reason } from "#app/platform/errors.ts";
import { at, bytea, createdAt, id, orgId, updatedAt } from "../columns.ts";

/** Why an account is as it is: where it came up, and every problem where several did. */
export interface AccountReason extends Reason {
  /** The step of connecting that failed. */
  step?: "webhooks" | "numbers" | undefined;
  problems?: AccountReason[] | undefined;
}

/** One connected WABA ("Messaging account"). A WABA belongs to one organisation of the platform at a time. */
export const whatsappAccounts = pgTable(
  "whatsapp_accounts",
  {
    orgId: orgId(),
    id: id(),
    wabaId: text("waba_id").notNull(),
    businessId: text("business_id"),
    name: text("name").notNull().default(""),
    /** Business token, AES-256-GCM, bound to organisation and row; empty after disconnecting. */
    tokenEncrypted: text("token_encrypted"),
    tokenExpiresAt: at("token_expires_at"),
    status: text("status")
      .$type<"pending" | "connected" | "disconnected" | "suspended">()
      .notNull()
      .default("pending"),
    statusReason: jsonb("status_reason").$type<AccountReason>(),
    webhookStatus: text("webhook_status")
      .$type<"active" | "inactive" | "error">()
      .notNull()
      .default("inactive"),
    connectedAt: at("connected_at"),
    /** How many people the portfolio may write to first in 24 hours, as Meta names it (`TIER_2K`), and when Meta said so. */
    portfolioLimit: text("portfolio_limit"),
    portfolioLimitAt: at("portfolio_limit_at"),
    /** Whether Meta has verified the business that owns it; null until Meta says so. */
    isBusinessVerified: boolean("is_business_verified"),
    /** Staff suspended it: only they set it free again. */
    staffSuspendedAt: at("staff_suspended_at"),
    /** The newest webhook about it that was applied, to the minute. */
    lastWebhookAt: at("last_webhook_at"),
    /** The newest that could not be applied. */
    lastWebhookErrorAt: at("last_webhook_error_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] }), uniqueIndex("whatsapp_accounts_waba").on(t.wabaId)],
);

export const phoneNumbers = pgTable(
  "phone_numbers",
  {
    orgId: orgId(),
    id: id(),
    whatsappAccountId: text("whatsapp_account_id").notNull(),
    /** Meta's id of the number, the `phone_number_id` of webhooks. */
    phoneNumberId: text("phone_number_id").notNull().unique(),
    displayPhoneNumber: text("display_phone_number").notNull(),
    verifiedName: text("verified_name").notNull().default(""),
    status: text("status").notNull().default("PENDING"),
    qualityRating: text("quality_rating").notNull().default("UNKNOWN"),
    /** Messages a second that Meta allows this number (80, 1,000, or 20 in coexistence). */
    throughputPerSecond: integer("throughput_per_second").notNull().default(80),
    registeredAt: at("registered_at"),
    pinEncrypted: text("pin_encrypted"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    index("phone_numbers_account").on(t.orgId, t.whatsappAccountId),
  ],
);

/** One run of embedded signup: the one-time `state` that ties Meta's answer to the member who asked. */
export const signupAttempts = pgTable(
  "signup_attempts",
  {
    orgId: orgId(),
    stateHash: bytea("state_hash").notNull(),
    userId: text("user_id").notNull(),
    createdAt: createdAt(),
    expiresAt: at("expires_at").notNull(),
    usedAt: at("used_at"),
    outcome: text("outcome"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.stateHash] })],
);

/** What Meta said of a number's quality and limit, whenever it changed. */
export const numberQuality = pgTable(
  "number_quality",
  {
    orgId: orgId(),
    phoneNumberId: text("phone_number_id").notNull(),
    at: at("at").notNull(),
    qualityRating: text("quality_rating"),
    /** `TIER_2K`; null where it was not told. */
    messagingLimit: text("messaging_limit"),
    source: text("source").$type<"webhook" | "check">().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.phoneNumberId, t.at] })],
);

/** One question of the connection doctor and its answer. */
export interface CheckResult {
  check: "reachability" | "token" | "scopes" | "subscription" | "registration" | "payment" | "webhooks";
  /** The number that it is about, where it is about one. */
  number?: string | undefined;
  outcome: "good" | "warning" | "bad" | "unknown";
  /** What was found; its words are in the catalogue. */
  found: string;
  /** What it is told with. */
  detail?: string | undefined;
}

/** What the connection doctor found at an account. */
export const connectionChecks = pgTable(
  "connection_checks",
  {
    orgId: orgId(),
    whatsappAccountId: text("whatsapp_account_id").notNull(),
    checkedAt: at("checked_at").notNull(),
    results: jsonb("results").$type<CheckResult[]>().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.whatsappAccountId, t.checkedAt] }),
    foreignKey({
      name: "connection_checks_account_fk",
      columns: [t.orgId, t.whatsappAccountId],
      foreignColumns: [whatsappAccounts.orgId, whatsappAccounts.id],
    }).onDelete("cascade"),
  ],
);
