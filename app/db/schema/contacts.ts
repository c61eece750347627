import { sql } from "drizzle-orm";
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "./columns.ts";

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
    name: text("name").notNull().default(""),
    tags: text("tags").array().notNull().default(sql`'{}'::text[]`),
    /** Further columns of an import, for template variables. Names that differ only in case are one name. */
    fields: jsonb("fields").$type<Record<string, string>>().notNull().default({}),
    /** Marketing needs `granted`. */
    consent: text("consent").$type<"granted" | "none">().notNull().default("none"),
    consentSource: text("consent_source"),
    consentAt: at("consent_at"),
    /** What proves it, as a system of the organisation told: an address, the words of a form. */
    consentEvidence: text("consent_evidence"),
    /** Set: the person said STOP; nothing but replies to them is sent. */
    optedOutAt: at("opted_out_at"),
    lastSeenAt: at("last_seen_at"),
    /** The language that they write: `en`, `sw` or `fr`; null until it is known. */
    language: text("language").$type<"en" | "sw" | "fr">(),
    /** Name and tags without case and accents, line by line; what `folded(…)` of a search is looked for in. */
    searchText: text("search_text").generatedAlwaysAs(sql`contact_search_text(name, tags)`),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("contacts_phone").on(t.orgId, t.phone),
    uniqueIndex("contacts_bsuid").on(t.orgId, t.bsuid),
    index("contacts_tags").using("gin", t.tags),
    index("contacts_created").on(t.orgId, t.createdAt, t.id),
    index("contacts_texts").using(
      "gin",
      t.orgId,
      t.searchText.op("gin_trgm_ops"),
      t.phone.op("gin_trgm_ops"),
    ),
  ],
);

/**
 * What a column of an import is taken as, apart from a field. `exported` is what our own export of contacts tells and no
 * import sets; `note` and `surplus` come from a file of refused rows.
 */
export type ColumnUse =
  | "phone"
  | "name"
  | "firstName"
  | "lastName"
  | "tags"
  | "consent"
  | "optedOut"
  | "exported"
  | "note"
  | "surplus";
export interface ImportColumn {
  name: string;
  use: ColumnUse | "field";
}

/** One CSV import: progress and outcome. The file lies under `DATA_DIR/imports` until it is done. */
export const contactImports = pgTable(
  "contact_imports",
  {
    orgId: orgId(),
    id: id(),
    fileName: text("file_name").notNull(),
    status: text("status").$type<"uploading" | "running" | "completed" | "failed">().notNull(),
    bytesTotal: integer("bytes_total").notNull().default(0),
    bytesDone: integer("bytes_done").notNull().default(0),
    rowsRead: integer("rows_read").notNull().default(0),
    created: integer("created").notNull().default(0),
    updated: integer("updated").notNull().default(0),
    rejected: integer("rejected").notNull().default(0),
    /** Rows that say that the person opted out; they are among the created and updated ones. */
    optedOut: integer("opted_out").notNull().default(0),
    tags: text("tags").array().notNull().default(sql`'{}'::text[]`),
    /** How the rows without a consent column are taken. */
    consentForAll: text("consent_for_all").$type<"granted" | "none">().notNull().default("none"),
    /** The columns of the file, in its order. */
    columns: jsonb("columns").$type<ImportColumn[]>().notNull().default([]),
    /** Why it stopped: a code, and the facts of that code. */
    error: jsonb("error").$type<{ code: string; line?: number | undefined; said?: string | undefined }>(),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    finishedAt: at("finished_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);

/** The rows that an import refused, with the reason: the error file. */
export const contactImportErrors = pgTable(
  "contact_import_errors",
  {
    orgId: orgId(),
    importId: text("import_id").notNull(),
    line: integer("line").notNull(),
    /** Its cells, as they stood in the file. */
    row: text("row").array().notNull(),
    /** A code, and the facts of that code. */
    reason: jsonb("reason").$type<{ code: string }>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.importId, t.line] })],
);
