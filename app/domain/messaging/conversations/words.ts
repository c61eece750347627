import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The queues of the inbox, in their order; the first is shown first. Only the last has closed conversations. */
export const queues = ["waiting", "mine", "unassigned", "all", "closed"] as const;

export type Queue = (typeof queues)[number];

export const queueNames: Record<Queue, string> = lazy({
  waiting: m.labels_waiting,
  mine: m.labels_mine,
  unassigned: m.labels_unassigned,
  all: m.labels_all,
  closed: m.labels_queue_of_closed,
});

export const conversationStates = ["waiting", "open", "closed"] as const;

/** A state, and what it means. */
export const stateWords = lazy({
  waiting: { name: m.labels_waiting, means: m.labels_the_customer_waits_for_an_answer },
  open: { name: m.labels_open, means: m.labels_answered_and_not_at_its_end },
  closed: { name: m.labels_closed, means: m.labels_nothing_more_to_do_a_new },
});

/** Counts of queues end here: "99+". */
export const countedConversations = 99;
