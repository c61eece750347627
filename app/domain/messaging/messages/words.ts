import { m } from "#messages";

/** The states of a message as members read them, in the order in which they come. */
export const messageStateWords = {
  get queued() {
    return m.labels_waiting();
  },
  get unknown() {
    return m.labels_being_checked();
  },
  get accepted() {
    return m.labels_accepted_by_whatsapp();
  },
  get sent() {
    return m.labels_sent();
  },
  get delivered() {
    return m.labels_delivered();
  },
  get read() {
    return m.labels_read();
  },
  get failed() {
    return m.labels_failed();
  },
  get cancelled() {
    return m.labels_not_sent();
  },
} as const;
