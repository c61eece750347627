/** An index that is built while the platform writes, after the migrations. It is not unique: code must work without it. */
export interface LargeIndex {
  /** Also the end of the name on each partition. A changed definition gets a new name. */
  name: string;
  table: string;
  /** SQL from `using` on. */
  definition: string;
}

/**
 * Tables that grow with messages, contacts, events and money. A migration stops all writes to a table while it builds an
 * index on it, and runs in one transaction with all others, so new indexes on these are listed below instead.
 */
export const largeTables: readonly string[] = [
  ...["messages", "conversations", "conversation_notes", "answered_waits", "media", "media_at_meta"],
  ...["campaign_replies", "send_leases", "tracked_links", "applied_events"],
  ...["webhook_events", "processed_webhooks", "api_calls", "api_answers", "provider_calls"],
  ...["events", "event_redactions", "notifications", "outgoing_events", "webhook_deliveries", "file_chunks"],
  ...["contacts", "contact_tags", "contact_values", "contact_import_errors"],
  ...["journal_entries", "postings", "ledger_allocations", "holds"],
  ...[
    "flow_sessions",
    "flow_turns",
    "bot_conversations",
    "bot_turns",
    "deals",
    "deal_changes",
    "event_tasks",
  ],
];

/** In the order in which they are built. */
export const largeIndexes: readonly LargeIndex[] = [];
