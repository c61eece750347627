import type { Rule } from "./rules.ts";

/** Tables of tenants in statements that still break a rule; the lists only shrink. A cluster refuses these statements. */
export const deviations: Record<Rule, readonly string[]> = {
  // The sender's numbers.
  "reads the directory and tenants' tables": ["campaigns", "campaign_totals", "messages", "send_leases"],
  "locks rows of all organisations": [],
  "inserts into a tenant's table what it selects": [
    ...["api_calls", "applied_events", "campaign_replies", "campaign_totals", "contact_hours"],
    ...["contact_import_errors", "contacts", "conversations", "event_tasks", "events", "failure_hours"],
    ...["holds", "hourly_totals", "messages", "notifications", "outgoing_events", "period_figures"],
    ...["send_minutes", "single_message_days", "single_message_hours", "webhook_deliveries"],
  ],
  // Each minute's seals are one chain over all organisations.
  "writes for several organisations in one transaction": ["event_seals"],
};
