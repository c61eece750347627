import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { Reason } from "#app/platform/errors.ts";
import { at, bytea, createdAt, id, orgId, updatedAt } from "./columns.ts";

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

/** Components as Meta's management API writes them (facts/whatsapp-cloud-api.md §8.2); fixed texts of one-time codes filled in. */
export type TemplateComponent =
  | {
      type: "HEADER";
      format: "TEXT";
      text: string;
      example?: { header_text?: string[]; header_text_named_params?: NamedExample[] };
    }
  | {
      type: "HEADER";
      format: "IMAGE" | "VIDEO" | "DOCUMENT" | "GIF" | "LOCATION";
      example?: { header_handle?: string[] };
      /** Our file that was the sample, which Meta does not have. */
      media_id?: string;
    }
  | {
      type: "BODY";
      text: string;
      add_security_recommendation?: boolean;
      example?: { body_text?: string[][]; body_text_named_params?: NamedExample[] };
    }
  | { type: "FOOTER"; text: string; code_expiration_minutes?: number }
  | { type: "BUTTONS"; buttons: TemplateButton[] }
  | { type: "CAROUSEL"; cards?: TemplateCard[] }
  /** Parts that cannot be sent from here, and those that Meta may add: the type alone is kept. */
  | { type: "LIMITED_TIME_OFFER" | "CALL_PERMISSION_REQUEST" };
export interface TemplateCard {
  components: TemplateComponent[];
}
export interface NamedExample {
  param_name: string;
  example: string;
}
export type TemplateButton =
  | { type: "QUICK_REPLY"; text: string }
  | { type: "URL"; text: string; url: string; example?: string[] }
  | { type: "PHONE_NUMBER"; text: string; phone_number: string }
  | { type: "COPY_CODE"; text: string; example?: string }
  | {
      type: "OTP";
      otp_type: "COPY_CODE" | "ONE_TAP" | "ZERO_TAP";
      text: string;
      autofill_text?: string;
      supported_apps?: { package_name: string; signature_hash: string }[];
      zero_tap_terms_accepted?: boolean;
    }
  | { type: "FLOW" | "CATALOG" | "MPM" | "SPM" | "VOICE_CALL"; text: string };

export const templates = pgTable(
  "templates",
  {
    orgId: orgId(),
    id: id(),
    whatsappAccountId: text("whatsapp_account_id").notNull(),
    /** Meta's id; null until Meta took the template. */
    metaTemplateId: text("meta_template_id"),
    name: text("name").notNull(),
    language: text("language").notNull(),
    category: text("category").$type<"MARKETING" | "UTILITY" | "AUTHENTICATION">().notNull(),
    /** Meta's status (facts/whatsapp-cloud-api.md §8.3), or DRAFT before it was submitted. */
    status: text("status").notNull().default("DRAFT"),
    parameterFormat: text("parameter_format").$type<"positional" | "named">().notNull().default("positional"),
    components: jsonb("components").$type<TemplateComponent[]>().notNull(),
    rejectionReason: text("rejection_reason"),
    qualityScore: text("quality_score").notNull().default("UNKNOWN"),
    submittedAt: at("submitted_at"),
    statusChangedAt: at("status_changed_at"),
    /** To what Meta will change the category; null when nothing is announced. */
    correctCategory: text("correct_category").$type<"MARKETING" | "UTILITY" | "AUTHENTICATION">(),
    /** What it was before Meta changed it, and when. */
    previousCategory: text("previous_category").$type<"MARKETING" | "UTILITY" | "AUTHENTICATION">(),
    categoryChangedAt: at("category_changed_at"),
    /** When it was edited while approved, ISO times of the last 30 days: Meta allows few (facts/whatsapp-cloud-api.md §8.1). */
    edits: jsonb("edits").$type<string[]>().notNull().default([]),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    unique("templates_name").on(t.orgId, t.whatsappAccountId, t.name, t.language),
    index("templates_meta").on(t.metaTemplateId),
    index("templates_created").on(t.createdAt),
  ],
);

/** Every webhook body, appended before it is answered; a job applies it and notes the outcome. */
export const webhookEvents = pgTable(
  "webhook_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    source: text("source").notNull().default("meta"),
    /** The phone number or WhatsApp account that it waits for; empty until it is known. */
    accountKey: text("account_key").notNull().default(""),
    /** Statuses of sent messages alone: applied after everything else of its account. */
    isStatus: boolean("is_status").notNull().default(false),
    body: text("body").notNull(),
    receivedAt: at("received_at").notNull().defaultNow(),
    processedAt: at("processed_at"),
    error: text("error"),
  },
  (t) => [
    index("webhook_events_open").on(t.id).where(sql`processed_at is null`),
    index("webhook_events_waiting").on(t.accountKey, t.isStatus, t.id).where(sql`processed_at is null`),
  ],
);

/** Calls to outside services that change something, with secrets removed, for support. */
export const providerCalls = pgTable(
  "provider_calls",
  {
    orgId: orgId(),
    id: bigint("id", { mode: "number" }).generatedAlwaysAsIdentity(),
    provider: text("provider").notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    status: integer("status"),
    request: jsonb("request"),
    response: jsonb("response"),
    failed: boolean("failed").notNull().default(false),
    durationMs: integer("duration_ms").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);
