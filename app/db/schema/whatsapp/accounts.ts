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

/** The reason for an account's state: where it occurred, and every problem if there were several. */
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
    /** The portfolio's messaging limit, as Meta names it (`TIER_2K`), and when Meta reported it. */
    portfolioLimit: text("portfolio_limit"),
    portfolioLimitAt: at("portfolio_limit_at"),
    /** Whether Meta has verified the business that owns it; null until Meta says so. */
    isBusinessVerified: boolean("is_business_verified"),
    /** Suspended by staff: only they can reinstate it. */
    staffSuspendedAt: at("staff_suspended_at"),
    /** The newest applied webhook about it, to the minute. */
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

/** One run of embedded signup: the single-use `state` that ties Meta's response to the member. */
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

/** Meta's reports on a number's quality and limit, on every change. */
export const numberQuality = pgTable(
  "number_quality",
  {
    orgId: orgId(),
    phoneNumberId: text("phone_number_id").notNull(),
    at: at("at").notNull(),
    qualityRating: text("quality_rating"),
    /** `TIER_2K`; null when not reported. */
    messagingLimit: text("messaging_limit"),
    source: text("source").$type<"webhook" | "check">().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.phoneNumberId, t.at] })],
);

/** One check of the connection doctor and its result. */
export interface CheckResult {
  check: "reachability" | "token" | "scopes" | "subscription" | "registration" | "payment" | "webhooks";
  /** The number concerned, if any. */
  number?: string | undefined;
  outcome: "good" | "warning" | "bad" | "unknown";
  /** The finding; its text is in the catalogue. */
  found: string;
  /** The facts of its text. */
  detail?: string | undefined;
}

/** The connection doctor's findings on an account. */
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
