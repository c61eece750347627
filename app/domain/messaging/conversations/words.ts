import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/** The queues of the inbox, in their order; the first is shown first. Only the last has closed conversations. */
export const queues = ["waiting", "mine", "unassigned", "all", "closed"] as const;

export type Queue = (typeof queues)[number];

export const queueNames: Record<Queue, string> = lazy({
  waiting: m.common_waiting,
  mine: m.chat_queue_mine,
  unassigned: m.chat_queue_unassigned,
  all: m.chat_queue_all,
  closed: m.chat_queue_closed,
});

export const conversationStates = ["waiting", "open", "closed"] as const;

/** A state, and what it means. */
export const stateWords = lazy({
  waiting: { name: m.common_waiting, means: m.chat_state_waiting_means },
  open: { name: m.common_open, means: m.chat_state_open_means },
  closed: { name: m.chat_state_closed, means: m.chat_state_closed_means },
});

/** Counts of queues end here: "99+". */
export const countedConversations = 99;
