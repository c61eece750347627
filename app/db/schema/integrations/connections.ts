import { sql } from "drizzle-orm";
import {
  boolean,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { at, createdAt, id, orgId, updatedAt } from "../columns.ts";
import { contacts } from "../contacts/contacts.ts";
import { conversations } from "../messaging/conversations.ts";

/** What an organisation can connect. */
export const providerNames = [
  "hubspot",
  "salesforce",
  "shopify",
  "google_sheets",
  "slack",
  "zapier",
  "make",
  "n8n",
] as const;
export type ProviderName = (typeof providerNames)[number];

export type ConnectionStatus = "connected" | "broken" | "disconnected";

/** A connection's settings; each provider reads its own. */
export interface ConnectionSettings {
  spreadsheetId?: string;
  /** The range contacts are read from, as `Contacts!A:Z`. */
  importRange?: string;
  /** The range results are appended to, as `Results!A:E`. */
  resultRange?: string;
  channel?: string;
  /** The API key created for it. */
  keyId?: string;
}

/** An organisation's account with another service. A disconnected one keeps its log, and no credentials. */
export const connections = pgTable(
  "connections",
  {
    orgId: orgId(),
    id: id(),
    provider: text("provider").$type<ProviderName>().notNull(),
    status: text("status").$type<ConnectionStatus>().notNull(),
    /** The service's name of the account: a portal, a shop, a workspace. */
    accountId: text("account_id").notNull(),
    accountName: text("account_name").notNull(),
    /** The webhook address, if the service uses one of this connection's own. */
    hookAddress: text("hook_address"),
    credentialsEncrypted: text("credentials_encrypted"),
    /** When the access token expires; null when it does not. */
    tokenExpiresAt: at("token_expires_at"),
    refreshedAt: at("refreshed_at"),
    settings: jsonb("settings").$type<ConnectionSettings>().notNull().default({}),
    /** Names of the events that it subscribes to. */
    events: text("events").array().notNull().default(sql`'{}'::text[]`),
    /** Why it is broken, for members. */
    brokenReason: text("broken_reason"),
    /** The position up to which the service was read. */
    cursor: text("cursor"),
    /** The next poll; null when the service sends webhooks. */
    nextRunAt: at("next_run_at"),
    lastOkAt: at("last_ok_at"),
    lastErrorAt: at("last_error_at"),
    lastError: text("last_error"),
    createdBy: text("created_by"),
    connectedAt: at("connected_at").notNull(),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("connections_provider").on(t.orgId, t.provider),
    index("connections_account").on(t.provider, t.accountId).where(sql`status = 'connected'`),
    index("connections_due").on(t.nextRunAt).where(sql`next_run_at is not null`),
  ],
);

/** A connection's log, kept for 30 days. */
export const connectionLog = pgTable(
  "connection_log",
  {
    orgId: orgId(),
    id: id(),
    connectionId: text("connection_id").notNull(),
    /** `contact.sent`, `token.refreshed`, `webhook.received` … */
    kind: text("kind").notNull(),
    ok: boolean("ok").notNull(),
    detail: text("detail").notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    foreignKey({
      columns: [t.orgId, t.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete("cascade"),
    index("connection_log_time").on(t.orgId, t.connectionId, t.createdAt),
    index("connection_log_old").on(t.createdAt),
  ],
);

/** Maps an object of the service to our contact or conversation. */
export const connectionLinks = pgTable(
  "connection_links",
  {
    orgId: orgId(),
    connectionId: text("connection_id").notNull(),
    externalId: text("external_id").notNull(),
    contactId: text("contact_id"),
    conversationId: text("conversation_id"),
    /** A hash of the last synchronised state: an equal one is an echo. */
    stamp: text("stamp"),
    updatedAt: updatedAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.connectionId, t.externalId] }),
    uniqueIndex("connection_links_contact").on(t.orgId, t.connectionId, t.contactId),
    uniqueIndex("connection_links_conversation").on(t.orgId, t.connectionId, t.conversationId),
    foreignKey({
      columns: [t.orgId, t.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.orgId, t.contactId],
      foreignColumns: [contacts.orgId, contacts.id],
    }).onDelete("cascade"),
    foreignKey({
      columns: [t.orgId, t.conversationId],
      foreignColumns: [conversations.orgId, conversations.id],
    }).onDelete("cascade"),
  ],
);

/** A pending authorisation at a service, bound to the member's session and single-use. */
export const connectionAttempts = pgTable(
  "connection_attempts",
  {
    orgId: orgId(),
    id: id(),
    provider: text("provider").$type<ProviderName>().notNull(),
    sessionId: text("session_id").notNull(),
    /** SHA-256 of the `state`. */
    stateHash: text("state_hash").notNull(),
    /** State and PKCE verifier, sealed. */
    secretEncrypted: text("secret_encrypted").notNull(),
    /** The shop, when the service has an address for each. */
    account: text("account"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("connection_attempts_state").on(t.orgId, t.stateHash),
    index("connection_attempts_old").on(t.createdAt),
  ],
);

/**
 * A service's webhook, verified and stored before the response; each once. The body is deleted when it is
 * applied.
 */
export const vendorNotices = pgTable(
  "vendor_notices",
  {
    orgId: orgId(),
    id: id(),
    connectionId: text("connection_id").notNull(),
    externalId: text("external_id").notNull(),
    topic: text("topic").notNull(),
    body: text("body").notNull(),
    attempts: smallint("attempts").notNull().default(0),
    /** When it is due to be applied; null once that is done or given up. */
    dueAt: at("due_at"),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.orgId, t.id] }),
    uniqueIndex("vendor_notices_once").on(t.orgId, t.connectionId, t.externalId),
    index("vendor_notices_due").on(t.dueAt).where(sql`due_at is not null`),
    index("vendor_notices_old").on(t.createdAt),
    foreignKey({
      columns: [t.orgId, t.connectionId],
      foreignColumns: [connections.orgId, connections.id],
    }).onDelete("cascade"),
  ],
);

/**
 * The account for which a signed body was first accepted. A signature over the body only also fits at another
 * account's address, where the body is refused. Kept for 30 days; older bodies are refused by their own date.
 */
export const vendorBodies = pgTable(
  "vendor_bodies",
  {
    provider: text("provider").$type<ProviderName>().notNull(),
    /** SHA-256, in hexadecimal digits. */
    bodyHash: text("body_hash").notNull(),
    accountId: text("account_id").notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.provider, t.bodyHash] }), index("vendor_bodies_old").on(t.createdAt)],
);
