import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, primaryKey, smallint, text } from "drizzle-orm/pg-core";
import { at, bytea, createdAt, id, orgId } from "../columns.ts";
import type { KeyMode } from "../record/webhooks.ts";
import { organisations } from "./organisations.ts";

/** Every call of the public API, kept for 30 days. The body is redacted before it gets here. */
export const apiCalls = pgTable(
  "api_calls",
  {
    orgId: orgId(),
    /** The request id in the response. */
    id: id(),
    keyId: text("key_id").notNull(),
    mode: text("mode").$type<KeyMode>().notNull(),
    method: text("method").notNull(),
    path: text("path").notNull(),
    status: smallint("status").notNull(),
    errorCode: text("error_code"),
    durationMs: integer("duration_ms").notNull(),
    requestBody: text("request_body"),
    ipAddress: text("ip_address").notNull(),
    userAgent: text("user_agent").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id, t.createdAt] }),
    index("api_calls_time").on(t.orgId, t.createdAt, t.id),
  ],
);

/** A member's form is known by who sent what; a call of the API by its `Idempotency-Key`. */
export type AnswerMode = KeyMode | "form";

/** The response to a call that is made once; without a status while it runs, and `body` is its verbs' key. Kept for 7 days. */
export const apiAnswers = pgTable(
  "api_answers",
  {
    orgId: orgId(),
    mode: text("mode").$type<AnswerMode>().notNull(),
    key: text("key").notNull(),
    /** SHA-256 of method, path and body: the same key may not be used for something else. */
    fingerprint: bytea("fingerprint").notNull(),
    status: smallint("status"),
    body: text("body"),
    startedAt: at("started_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.mode, t.key] }), index("api_answers_started").on(t.startedAt)],
);

/**
 * The API keys of an organisation: hashed to recognise them. The default one is also encrypted, to show it on
 * the Developers page; all others are shown once.
 */
export const apiKeys = pgTable(
  "api_keys",
  {
    orgId: orgId().references(() => organisations.id, { onDelete: "cascade" }),
    id: id(),
    name: text("name").notNull().default("Default key"),
    isDefault: boolean("is_default").notNull().default(true),
    mode: text("mode").$type<"live" | "test">().notNull().default("live"),
    /** Its scopes; `*` is everything. */
    scopes: text("scopes").array().notNull().default(sql`'{*}'::text[]`),
    keyHash: bytea("key_hash").notNull().unique(),
    keyEncrypted: text("key_encrypted").notNull(),
    /** Its last four characters, to identify it. */
    lastFour: text("last_four").notNull().default(""),
    createdBy: text("created_by"),
    createdAt: createdAt(),
    expiresAt: at("expires_at"),
    lastUsedAt: at("last_used_at"),
    revokedAt: at("revoked_at"),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.id] })],
);
