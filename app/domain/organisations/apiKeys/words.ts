import { m } from "#messages";

/** What an API key may be allowed to do, with words for the form that makes one. */
export const scopeWords = {
  get "messages:read"() {
    return m.labels_read_messages();
  },
  get "messages:write"() {
    return m.labels_send_and_cancel_messages();
  },
  get "templates:read"() {
    return m.labels_read_templates();
  },
  get "contacts:read"() {
    return m.labels_read_contacts();
  },
  get "contacts:write"() {
    return m.labels_create_change_and_delete_contacts();
  },
  get "campaigns:read"() {
    return m.labels_read_campaigns();
  },
  get "campaigns:write"() {
    return m.labels_create_and_run_campaigns();
  },
  get "conversations:read"() {
    return m.labels_read_conversations();
  },
  get "conversations:write"() {
    return m.labels_reply_in_conversations();
  },
  get "deals:read"() {
    return m.labels_read_deals_stages_and_members();
  },
  get "deals:write"() {
    return m.labels_create_change_and_close_deals();
  },
  get "tasks:read"() {
    return m.labels_read_tasks();
  },
  get "tasks:write"() {
    return m.labels_create_change_and_close_tasks();
  },
  get "media:read"() {
    return m.labels_read_and_download_files();
  },
  get "media:write"() {
    return m.labels_upload_and_delete_files();
  },
  get "numbers:read"() {
    return m.labels_read_numbers();
  },
  get "wallet:read"() {
    return m.labels_read_wallet_and_usage();
  },
  get "webhooks:read"() {
    return m.labels_read_webhook_endpoints_and_events();
  },
  get "webhooks:write"() {
    return m.labels_manage_webhook_endpoints();
  },
} as const;

export type Scope = keyof typeof scopeWords;
export const scopes = Object.keys(scopeWords) as [Scope, ...Scope[]];

/** The default key may do everything. */
export const everything = "*";

export const allows = (granted: readonly string[], scope: Scope): boolean =>
  granted.includes(everything) || granted.includes(scope);
