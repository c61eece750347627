import type { MessageState } from "#app/db/schema/messaging/messages.ts";

/**
 * The moves that a message may make. Everything goes forward, with two exceptions: `unknown` → `queued`, when an
 * answer that was lost is known to have been a refusal or the grace time has passed; and `failed` → `delivered`, when
 * Meta takes a failure back. They are in the order of the database's type, in which counts are locked.
 */
const moves: Record<MessageState, readonly MessageState[]> = {
  queued: ["unknown", "accepted", "sent", "delivered", "read", "failed", "cancelled"],
  unknown: ["queued", "accepted", "sent", "delivered", "read", "failed"],
  accepted: ["sent", "delivered", "read", "failed"],
  sent: ["delivered", "read", "failed"],
  delivered: ["read"],
  read: [],
  failed: ["delivered", "read"],
  cancelled: [],
};

export const messageStates = Object.keys(moves) as MessageState[];

export const mayMove = (from: MessageState, to: MessageState): boolean => moves[from].includes(to);

/** Of two states reported for one message in any order, the one that it ends in. */
export const laterOf = (a: MessageState, b: MessageState): MessageState => (mayMove(a, b) ? b : a);
