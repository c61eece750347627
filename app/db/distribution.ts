/**
 * Where each table lies when the data outgrows one machine; on one machine they all lie together. A statement
 * reads tables of one kind, or of one kind and `reference`, since nothing joins two machines.
 */
export type Distribution = "directory" | "reference" | "tenant";

/** In one place: it finds an organisation, or belongs to none, or to several. */
const directory = [
  // Sign-in, before an organisation is known.
  ...["user_pictures", "email_changes", "second_factors", "backup_codes", "one_time_codes"],
  ...["sessions", "form_drafts", "rate_limits"],
  // Found by the session of a member of staff.
  "support_visits",
  // Found by the hash of a token or a key.
  ...["invitations", "api_keys"],
  // Looked for in all organisations at once, with the addresses of their users.
  "weekly_reports",
  // The code in a link names no organisation.
  "tracked_links",
  // One process sends for a number, whichever organisation has it; taken for many numbers in one statement.
  "dispatchers",
  // Payments are matched by the references of M-Pesa, card and bank, which name no organisation.
  ...["billing_accounts", "payment_attempts", "payment_notices", "payouts", "card_events"],
  ...["mpesa_receipts", "mpesa_reversals", "bank_statement_lines", "bank_reconciliations", "balance_checks"],
  // The law asks for one series of numbers over all organisations.
  ...["invoices", "invoice_lines", "invoice_disputes", "invoice_reminders", "staff_reminders"],
  ...["etims_submissions", "etims_devices", "document_counters"],
  // A partner has a share of the revenue of many organisations.
  ...["partners", "partner_shares", "partner_transactions", "settlements"],
  // Stored at the door, before an organisation is known.
  ...["webhook_events", "processed_webhooks", "vendor_bodies"],
  // The platform's own work and figures.
  ...["mails", "heartbeats", "retention_runs", "work_owners", "provider_tokens", "platform_settings"],
  ...["alerts", "samples", "sample_hours", "platform_hours", "platform_meta_days", "platform_revenue_days"],
  "api_versions",
] as const;

/** A copy in each place: small, rarely written, and read together with tables of tenants. */
const reference = [
  ...["rate_cards", "plan_versions", "tax_rates", "billing_constants", "exchange_rates", "reminder_steps"],
  ...["meta_rates", "meta_markets", "meta_allowances", "settlement_rules", "share_tiers"],
  // Members and what is open to them: read with the session, and with what a member owns or wrote.
  ...[
    "users",
    "organisations",
    "members",
    "suspensions",
    "feature_switches",
    "plan_overrides",
    "plan_changes",
  ],
  // Read by the policy of organisations, for each that a statement reads.
  "partner_links",
  // Meta's ids find the organisation of a webhook; every conversation and campaign is shown with its number.
  ...["phone_numbers", "whatsapp_accounts"],
] as const;

/** Spread by `org_id`, which is the first column of each of their keys. */
const tenant = [
  // record
  ...["events", "event_seals", "event_redactions", "notifications", "notification_choices", "provider_calls"],
  ...["outgoing_events", "webhook_deliveries", "webhook_endpoints", "file_chunks"],
  // money
  ...["journal_entries", "postings", "ledger_accounts", "ledger_allocations", "ledger_credits"],
  ...["ledger_cursors", "holds", "monthly_usage", "auto_top_ups", "meta_free_used", "meta_usage_days"],
  "revenue_days",
  // organisations
  ...["api_answers", "api_calls", "data_settings", "retention_reports"],
  // contacts
  ...["contacts", "contact_tags", "contact_values", "custom_fields", "contact_imports"],
  ...["contact_import_errors", "person_requests", "segments"],
  // whatsapp
  ...["connection_checks", "number_quality", "signup_attempts", "templates", "applied_events"],
  // messaging
  ...["messages", "test_messages", "hourly_totals", "media", "media_at_meta", "scheduled_messages"],
  ...["conversations", "reply_drafts", "conversation_notes", "answered_waits", "inbox_settings"],
  ...[
    "inbox_members",
    "canned_replies",
    "teams",
    "team_members",
    "campaigns",
    "campaign_totals",
    "campaign_sms",
  ],
  ...["campaign_replies", "sending_settings", "test_numbers", "send_leases", "send_minutes"],
  ...["satisfaction_requests", "sms_settings", "sms_messages"],
  // crm
  ...["deals", "deal_changes", "deal_stages", "crm_tasks"],
  // sales
  ...["tills", "till_notices", "till_payments", "payment_requests", "payment_prompts"],
  ...["payment_allocations", "till_days", "customer_accounts", "payment_settings"],
  ...["product_catalogues", "products", "orders", "order_lines", "order_counters"],
  ...["books", "book_members", "dues"],
  ...["payment_questions", "payment_refunds", "till_differences", "etims_accounts", "tax_documents"],
  // sequences
  ...["sequences", "sequence_versions", "sequence_enrolments", "sequence_step_runs", "sequence_batches"],
  "sequence_totals",
  // flows
  ...["flows", "flow_versions", "flow_sessions", "flow_turns", "flow_tests", "flow_trials"],
  // integrations
  ...["connections", "connection_attempts", "connection_links", "connection_log", "vendor_notices"],
  ...["rules", "event_tasks"],
  // bots
  ...["bots", "bot_conversations", "bot_entries", "bot_texts", "bot_evaluations", "bot_questions"],
  ...["bot_sources", "bot_source_files", "bot_turns"],
  // console
  "account_notes",
  // insights
  ...["analytics_counts", "contact_hours", "counted_campaigns", "failure_hours", "period_figures"],
  ...["daily_ledgers", "daily_ledger_settings"],
  ...["single_message_days", "single_message_hours"],
] as const;

/** The tables of each kind, by their names in SQL. */
export const distribution: Readonly<Record<Distribution, readonly string[]>> = {
  directory,
  reference,
  tenant,
};

/**
 * Functions with rights of their own over an organisation's rows, each with the parameter that names the organisation. They
 * run on the server that has the rows, and a statement calls one alone: two users can't write to the same rows of another
 * server in one transaction.
 */
export const functionsByOrganisation: Readonly<Record<string, string>> = {
  book_entry: "book",
  book_entries: "book",
  lock_ledger: "org",
  search_contacts: "org",
  search_messages: "org",
  search_products: "org",
  forget_person: "org",
  delete_message_notices: "org",
};
