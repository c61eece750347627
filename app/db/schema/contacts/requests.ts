import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, uniqueIndex } from "drizzle-orm/pg-core";
import { at, id, orgId } from "../columns.ts";

/**
 * What was done for a person who requested their data or its erasure. It names no one: only the id of the
 * contact.
 */
export interface Certificate {
  conversations: number;
  messages: number;
  /** Anonymous messages that stay: campaigns' figures and billed ones. */
  emptied: number;
  events: number;
  /** Signed by the platform over all its content. */
  keyId: string;
  signature: string;
}

/** A person asked an organisation for their data (7 days), or to be forgotten (14 days). */
export const personRequests = pgTable(
  "person_requests",
  {
    orgId: orgId(),
    id: id(),
    kind: text("kind").$type<"export" | "erasure">().notNull(),
    contactId: text("contact_id").notNull(),
    state: text("state").$type<"open" | "done" | "refused">().notNull().default("open"),
    /** How they asked and how they were identified; deleted with the person. */
    note: text("note").notNull().default(""),
    requestedAt: at("requested_at").notNull(),
    dueAt: at("due_at").notNull(),
    createdBy: text("created_by"),
    closedAt: at("closed_at"),
    closedBy: text("closed_by"),
    refusal: text("refusal"),
    certificate: jsonb("certificate").$type<Certificate>(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("person_requests_open").on(t.orgId, t.contactId, t.kind).where(sql`state = 'open'`),
    index("person_requests_due").on(t.dueAt).where(sql`state = 'open'`),
    index("person_requests_time").on(t.requestedAt),
  ],
);
