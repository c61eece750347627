import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** What an API key may be allowed to do, with words for the form that makes one. */
export const scopeWords = lazy({
  "messages:read": m.developers_scope_messages_read,
  "messages:write": m.developers_scope_messages_write,
  "templates:read": m.developers_scope_templates_read,
  "contacts:read": m.developers_scope_contacts_read,
  "contacts:write": m.developers_scope_contacts_write,
  "campaigns:read": m.developers_scope_campaigns_read,
  "campaigns:write": m.developers_scope_campaigns_write,
  "conversations:read": m.developers_scope_conversations_read,
  "conversations:write": m.developers_scope_conversations_write,
  "deals:read": m.developers_scope_deals_read,
  "deals:write": m.developers_scope_deals_write,
  "tasks:read": m.developers_scope_tasks_read,
  "tasks:write": m.developers_scope_tasks_write,
  "orders:read": m.developers_scope_orders_read,
  "orders:write": m.developers_scope_orders_write,
  "payment_requests:read": m.developers_scope_requests_read,
  "payment_requests:write": m.developers_scope_requests_write,
  "dues:read": m.developers_scope_dues_read,
  "dues:write": m.developers_scope_dues_write,
  "sequences:read": m.developers_scope_sequences_read,
  "sequences:write": m.developers_scope_sequences_write,
  "media:read": m.developers_scope_media_read,
  "media:write": m.developers_scope_media_write,
  "numbers:read": m.developers_scope_numbers_read,
  "wallet:read": m.developers_scope_wallet_read,
  "webhooks:read": m.developers_scope_webhooks_read,
  "webhooks:write": m.developers_scope_webhooks_write,
});

export type Scope = keyof typeof scopeWords;
export const scopes = Object.keys(scopeWords) as [Scope, ...Scope[]];

/** The default key may do everything. */
export const everything = "*";

export const allows = (granted: readonly string[], scope: Scope): boolean =>
  granted.includes(everything) || granted.includes(scope);
