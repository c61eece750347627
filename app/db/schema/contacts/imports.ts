import { sql } from "drizzle-orm";
import { boolean, integer, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId } from "../columns.ts";

/**
 * How a column of an import is used, unless as a field. `exported` columns come from our own export and are
 * not imported; `note` and `surplus` come from a file of refused rows.
 */
export type ColumnUse =
  | "phone"
  | "name"
  | "firstName"
  | "lastName"
  | "tags"
  | "kraPin"
  | "consent"
  | "optedOut"
  | "exported"
  | "ignored"
  | "note"
  | "surplus";
export interface ImportColumn {
  name: string;
  use: ColumnUse | "field";
}

/** One CSV import: progress and outcome. The file is in `DATA_DIR/imports` until it is done. */
export const contactImports = pgTable(
  "contact_imports",
  {
    orgId: orgId(),
    id: id(),
    fileName: text("file_name").notNull(),
    status: text("status").$type<"reading" | "review" | "running" | "completed" | "failed">().notNull(),
    bytesTotal: integer("bytes_total").notNull().default(0),
    bytesDone: integer("bytes_done").notNull().default(0),
    rowsRead: integer("rows_read").notNull().default(0),
    created: integer("created").notNull().default(0),
    updated: integer("updated").notNull().default(0),
    rejected: integer("rejected").notNull().default(0),
    /** Rows that opt the person out; they are among the created and updated ones. */
    optedOut: integer("opted_out").notNull().default(0),
    tags: text("tags").array().notNull().default(sql`'{}'::text[]`),
    /** The consent of rows without a consent column. */
    consentForAll: text("consent_for_all").$type<"granted" | "none">().notNull().default("none"),
    /** The columns of the file, in its order. */
    columns: jsonb("columns").$type<ImportColumn[]>().notNull().default([]),
    /** A member confirmed them; otherwise they are guessed from the file's first row. */
    isMapped: boolean("is_mapped").notNull().default(false),
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
    /** Its cells, as in the file. */
    row: text("row").array().notNull(),
    /** A code, and the facts of that code. */
    reason: jsonb("reason").$type<{ code: string }>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.importId, t.line] })],
);
