import { lazy } from "#app/platform/text/lazy.ts";
import { m } from "#messages";

/**
 * The queues of the inbox, in their order; the first is shown first. Snoozed and closed conversations are in their own
 * alone.
 */
export const queues = ["waiting", "mine", "unassigned", "all", "snoozed", "closed"] as const;

export type Queue = (typeof queues)[number];

export const queueNames: Record<Queue, string> = lazy({
  waiting: m.common_waiting,
  mine: m.chat_queue_mine,
  unassigned: m.chat_queue_unassigned,
  all: m.chat_queue_all,
  snoozed: m.chat_queue_snoozed,
  closed: m.chat_queue_closed,
});

export const conversationStates = ["waiting", "open", "snoozed", "closed"] as const;

/** Those that a member sets without a time. */
export const settableStates = ["waiting", "open", "closed"] as const;

/** A state, and what it means. */
export const stateWords = lazy({
  waiting: { name: m.common_waiting, means: m.chat_state_waiting_means },
  open: { name: m.common_open, means: m.chat_state_open_means },
  snoozed: { name: m.chat_state_snoozed, means: m.chat_state_snoozed_means },
  closed: { name: m.chat_state_closed, means: m.chat_state_closed_means },
});

/** The offered ends of a snooze: some hours later, tomorrow or next Monday in the morning. */
export const snoozeChoices = ["later", "tomorrow", "monday"] as const;

/** Hours of the first of them. */
export const laterHours = 3;

export type SnoozeChoice = (typeof snoozeChoices)[number];

/** Why a snooze ended, for the end of a line. */
export const snoozeEnds = lazy({
  time_reached: m.events_unsnoozed_time_reached,
  customer_wrote: m.events_unsnoozed_customer_wrote,
  ended_early: m.events_unsnoozed_ended_early,
  handed_over: m.events_unsnoozed_handed_over,
  closed: m.events_unsnoozed_closed,
});

/** Counts of queues end here: "99+". */
export const countedConversations = 99;
