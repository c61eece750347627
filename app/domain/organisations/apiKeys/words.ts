import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** What an API key may be allowed to do, with words for the form that makes one. */
export const scopeWords = lazy({
  "messages:read": m.labels_read_messages,
  "messages:write": m.labels_send_and_cancel_messages,
  "templates:read": m.labels_read_templates,
  "contacts:read": m.labels_read_contacts,
  "contacts:write": m.labels_create_change_and_delete_contacts,
  "campaigns:read": m.labels_read_campaigns,
  "campaigns:write": m.labels_create_and_run_campaigns,
  "conversations:read": m.labels_read_conversations,
  "conversations:write": m.labels_reply_in_conversations,
  "deals:read": m.labels_read_deals_stages_and_members,
  "deals:write": m.labels_create_change_and_close_deals,
  "tasks:read": m.labels_read_tasks,
  "tasks:write": m.labels_create_change_and_close_tasks,
  "media:read": m.labels_read_and_download_files,
  "media:write": m.labels_upload_and_delete_files,
  "numbers:read": m.labels_read_numbers,
  "wallet:read": m.labels_read_wallet_and_usage,
  "webhooks:read": m.labels_read_webhook_endpoints_and_events,
  "webhooks:write": m.labels_manage_webhook_endpoints,
});

export type Scope = keyof typeof scopeWords;
export const scopes = Object.keys(scopeWords) as [Scope, ...Scope[]];

/** The default key may do everything. */
export const everything = "*";

export const allows = (granted: readonly string[], scope: Scope): boolean =>
  granted.includes(everything) || granted.includes(scope);
