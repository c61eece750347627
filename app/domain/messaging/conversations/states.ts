import type { ConversationState } from "#app/db/schema/messaging/conversations.ts";

/**
 * The moves that a member may make. In addition, a customer's message makes any conversation `waiting`; a reply makes it
 * `open`, unless it is snoozed; and time ends a snooze.
 */
export const movesByHand: Record<ConversationState, readonly ConversationState[]> = {
  waiting: ["open", "snoozed", "closed"],
  open: ["waiting", "snoozed", "closed"],
  snoozed: ["open", "waiting", "snoozed", "closed"],
  closed: ["open"],
};

export const mayMove = (from: ConversationState, to: ConversationState): boolean =>
  movesByHand[from].includes(to);
