import type { ConversationState } from "#app/db/schema/messaging/conversations.ts";

/**
 * The moves that a member may make. In addition, a customer's message makes any conversation `waiting`, and a
 * reply makes it `open`.
 */
export const movesByHand: Record<ConversationState, readonly ConversationState[]> = {
  waiting: ["open", "closed"],
  open: ["waiting", "closed"],
  closed: ["open"],
};

export const mayMove = (from: ConversationState, to: ConversationState): boolean =>
  movesByHand[from].includes(to);
