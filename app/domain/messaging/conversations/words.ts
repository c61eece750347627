import { m } from "#messages";

/** The queues of the inbox, in their order; the first is shown first. Only the last has closed conversations. */
export const queues = ["waiting", "mine", "unassigned", "all", "closed"] as const;
export type Queue = (typeof queues)[number];

export const queueNames: Record<Queue, string> = {
  get waiting() {
    return m.labels_waiting();
  },
  get mine() {
    return m.labels_mine();
  },
  get unassigned() {
    return m.labels_unassigned();
  },
  get all() {
    return m.labels_all();
  },
  get closed() {
    return m.labels_queue_of_closed();
  },
};

export const conversationStates = ["waiting", "open", "closed"] as const;

/** A state, and what it means. */
export const stateWords = {
  waiting: {
    get name() {
      return m.labels_waiting();
    },
    get means() {
      return m.labels_the_customer_waits_for_an_answer();
    },
  },
  open: {
    get name() {
      return m.labels_open();
    },
    get means() {
      return m.labels_answered_and_not_at_its_end();
    },
  },
  closed: {
    get name() {
      return m.labels_closed();
    },
    get means() {
      return m.labels_nothing_more_to_do_a_new();
    },
  },
} as const;

/** Counts of queues end here: "99+". */
export const countedConversations = 99;

/** Longest text that WhatsApp takes (facts/whatsapp-cloud-api.md §6). */
export const maxReplyLength = 4096;
