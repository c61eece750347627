import { m } from "#messages";

/** What the log of a connection calls its entries. */
export const logWords: Readonly<Record<string, string>> = {
  get "connection.made"() {
    return m.labels_connected();
  },
  get "connection.ended"() {
    return m.labels_disconnected();
  },
  get "token.refreshed"() {
    return m.labels_access_renewed();
  },
  get "token.refused"() {
    return m.labels_access_refused();
  },
  get "contact.sent"() {
    return m.labels_contact_sent();
  },
  get "contact.received"() {
    return m.labels_contact_received();
  },
  get "contacts.read"() {
    return m.labels_contacts_read();
  },
  get "message.sent"() {
    return m.labels_message_passed_on();
  },
  get "message.received"() {
    return m.labels_reply_received();
  },
  get "result.sent"() {
    return m.labels_result_written();
  },
  get "order.received"() {
    return m.labels_order_received();
  },
  get "cart.received"() {
    return m.labels_cart_received();
  },
  get "payment.received"() {
    return m.labels_payment_received();
  },
  get failed() {
    return m.labels_failed();
  },
};
