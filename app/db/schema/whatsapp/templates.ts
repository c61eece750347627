import { index, jsonb, pgTable, primaryKey, text, unique } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

/**
 * Components as Meta's management API writes them (facts/whatsapp-cloud-api.md §8.2); fixed texts of one-time
 * codes filled in.
 */
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
      /** Our sample file, which Meta does not have. */
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
  /** Parts that cannot be sent from here, and future ones of Meta: only the type is stored. */
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

/** What an SMS says where WhatsApp does not deliver, with the variables of the body. */
export interface TemplateSms {
  text: string;
  waitSeconds: number;
  /** The most that one may cost. */
  maxCents: number;
}

export const templates = pgTable(
  "templates",
  {
    orgId: orgId(),
    id: id(),
    whatsappAccountId: text("whatsapp_account_id").notNull(),
    /** Meta's id; null until Meta accepted the template. */
    metaTemplateId: text("meta_template_id"),
    name: text("name").notNull(),
    language: text("language").notNull(),
    category: text("category").$type<"MARKETING" | "UTILITY" | "AUTHENTICATION">().notNull(),
    /** Meta's status (facts/whatsapp-cloud-api.md §8.3), or DRAFT before it was submitted. */
    status: text("status").notNull().default("DRAFT"),
    parameterFormat: text("parameter_format").$type<"positional" | "named">().notNull().default("positional"),
    components: jsonb("components").$type<TemplateComponent[]>().notNull(),
    /** Null: no SMS follows. */
    sms: jsonb("sms").$type<TemplateSms>(),
    rejectionReason: text("rejection_reason"),
    qualityScore: text("quality_score").notNull().default("UNKNOWN"),
    submittedAt: at("submitted_at"),
    statusChangedAt: at("status_changed_at"),
    /** The announced new category; null when there is none. */
    correctCategory: text("correct_category").$type<"MARKETING" | "UTILITY" | "AUTHENTICATION">(),
    /** Its category before Meta changed it, and when. */
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
