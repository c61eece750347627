import type { ConversationState } from "#app/db/schema/messaging/conversations.ts";

/**
 * Where a member may put a conversation by hand. In addition to, a customer's message makes any of them `waiting`, and an answer
 * `open`.
 */
export const movesByHand: Record<ConversationState, readonly ConversationState[]> = {
  waiting: ["open", "closed"],
  open: ["waiting", "closed"],
  closed: ["open"],
};

export const mayMove = (from: ConversationState, to: ConversationState): boolean =>
  movesByHand[from].includes(to);
