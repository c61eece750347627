import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";

/** An ad or post that a customer tapped, as Meta reported it. */
export interface AdTouch {
  sourceId: string | null;
  sourceType: string | null;
  headline: string;
  url: string | null;
  /** Meta's id of the click, for its Conversions API. */
  clickId: string | null;
  at: string;
}

/** A person. Phone and business-scoped user id (BSUID) are both nullable, each unique within the organisation. */
export const contacts = pgTable(
  "contacts",
  {
    orgId: orgId(),
    id: id(),
    /** E.164 with `+`. */
    phone: text("phone"),
    waId: text("wa_id"),
    bsuid: text("bsuid"),
    /** On WhatsApp, without `@`; people with one may hide their number. */
    username: text("username"),
    /** The ad or post of their first message. */
    firstAd: jsonb("first_ad").$type<AdTouch>(),
    name: text("name").notNull().default(""),
    /** KRA's number of a taxpayer, for invoices that a business deducts: `P051234567X`. */
    kraPin: text("kra_pin"),
    tags: text("tags").array().notNull().default(sql`'{}'::text[]`),
    /**
     * Values of the organisation's fields as written (numbers `12.5`, days `2026-11-23`, `yes` or `no`), and
     * further columns of an import. Names that differ only in case are one name.
     */
    fields: jsonb("fields").$type<Record<string, string>>().notNull().default({}),
    /** Marketing needs `granted`. */
    consent: text("consent").$type<"granted" | "none">().notNull().default("none"),
    consentSource: text("consent_source"),
    consentAt: at("consent_at"),
    /** Its proof, as reported by the organisation's system: an address, the text of a form. */
    consentEvidence: text("consent_evidence"),
    /** Set: the person sent STOP; nothing but replies to them is sent. */
    optedOutAt: at("opted_out_at"),
    /** Set: the network or the person stopped texts; WhatsApp is not concerned. */
    smsOptedOutAt: at("sms_opted_out_at"),
    lastSeenAt: at("last_seen_at"),
    /** In Nairobi. Indexed instead of the moment, which changes with each of their messages. */
    lastSeenDay: date("last_seen_day").generatedAlwaysAs(
      sql`(last_seen_at AT TIME ZONE 'Africa/Nairobi')::date`,
    ),
    /** The language of their messages: `en`, `sw` or `fr`; null until it is known. */
    language: text("language").$type<"en" | "sw" | "fr">(),
    /**
     * Name, tags and username without case and accents, line by line; a search's `folded(…)` is matched
     * against it.
     */
    searchText: text("search_text").generatedAlwaysAs(sql`contact_search_text(name, tags, username)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("contacts_phone").on(t.orgId, t.phone),
    uniqueIndex("contacts_bsuid").on(t.orgId, t.bsuid),
    index("contacts_username").on(t.orgId, t.username).where(sql`username is not null`),
    index("contacts_created").on(t.orgId, t.createdAt, t.id),
    index("contacts_name").on(t.orgId, t.name, t.id),
    index("contacts_seen").on(t.orgId, t.lastSeenDay.desc().nullsLast(), t.id),
    index("contacts_standing").on(t.orgId, t.consent, t.optedOutAt, t.id),
    index("contacts_language").on(t.orgId, t.language, t.id),
    index("contacts_texts").using(
      "gin",
      t.orgId,
      t.searchText.op("gin_trgm_ops"),
      t.phone.op("gin_trgm_ops"),
    ),
  ],
);

export type FieldType = "text" | "number" | "date" | "yes_no" | "choice";

/** An organisation's contact field. Its values are in `contacts.fields` under its name. */
export const customFields = pgTable(
  "custom_fields",
  {
    orgId: orgId(),
    id: id(),
    name: text("name").notNull(),
    type: text("type").$type<FieldType>().notNull(),
    /** The options of a `choice`. */
    options: text("options").array().notNull().default(sql`'{}'::text[]`),
    /** When the existing columns of contacts were all converted; null: not yet. */
    readAt: at("read_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("custom_fields_name").on(t.orgId, sql`lower(${t.name})`),
    check("custom_fields_type", sql`type IN ('text', 'number', 'date', 'yes_no', 'choice')`),
  ],
);

/** A contact's typed value of a field, kept by triggers; texts in lower case, their first 200 characters. */
export const contactValues = pgTable(
  "contact_values",
  {
    orgId: orgId(),
    fieldId: text("field_id").notNull(),
    contactId: text("contact_id").notNull(),
    text: text("text"),
    number: numeric("number"),
    day: date("day"),
    yes: boolean("yes"),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.fieldId, t.contactId] }),
    foreignKey({
      columns: [t.orgId, t.fieldId],
      foreignColumns: [customFields.orgId, customFields.id],
    }).onDelete("cascade"),
    check("contact_values_one_type", sql`num_nonnulls("text", "number", "day", "yes") = 1`),
    index("contact_values_text").on(t.orgId, t.fieldId, t.text, t.contactId).where(sql`text is not null`),
    index("contact_values_number")
      .on(t.orgId, t.fieldId, t.number, t.contactId)
      .where(sql`number is not null`),
    index("contact_values_day").on(t.orgId, t.fieldId, t.day, t.contactId).where(sql`day is not null`),
    index("contact_values_yes").on(t.orgId, t.fieldId, t.yes, t.contactId).where(sql`yes is not null`),
  ],
);

/** The tags of contacts one by one, kept by triggers, for searches by tag. */
export const contactTags = pgTable(
  "contact_tags",
  { orgId: orgId(), tag: text("tag").notNull(), contactId: text("contact_id").notNull() },
  (t) => [primaryKey({ columns: [t.orgId, t.tag, t.contactId] })],
);
