import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** What the log of a connection calls its entries. */
export const logWords: Readonly<Record<string, string>> = lazy({
  "connection.made": m.labels_connected,
  "connection.ended": m.labels_disconnected,
  "token.refreshed": m.labels_access_renewed,
  "token.refused": m.labels_access_refused,
  "contact.sent": m.labels_contact_sent,
  "contact.received": m.labels_contact_received,
  "contacts.read": m.labels_contacts_read,
  "message.sent": m.labels_message_passed_on,
  "message.received": m.labels_reply_received,
  "result.sent": m.labels_result_written,
  "order.received": m.labels_order_received,
  "cart.received": m.labels_cart_received,
  "payment.received": m.labels_payment_received,
  failed: m.labels_failed,
});
