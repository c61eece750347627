import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** Titles of a connection's log entries. */
export const logWords: Readonly<Record<string, string>> = lazy({
  "connection.made": m.common_connected,
  "connection.ended": m.common_disconnected,
  "token.refreshed": m.integrations_log_token_refreshed,
  "token.refused": m.integrations_log_token_refused,
  "contact.sent": m.integrations_log_contact_sent,
  "contact.received": m.integrations_log_contact_received,
  "contacts.read": m.integrations_log_contacts_read,
  "message.sent": m.integrations_log_message_sent,
  "message.received": m.integrations_log_message_received,
  "result.sent": m.integrations_log_result_sent,
  "order.received": m.integrations_log_order_received,
  "cart.received": m.integrations_log_cart_received,
  "payment.received": m.integrations_log_payment_received,
  failed: m.common_failed,
});
