import type { ConversationState } from "#app/db/schema/messaging/conversations.ts";

const windowMs = 24 * 3_600_000;

/** The parts of a message that change its conversation. */
export interface ThreadState {
  lastMessageAt: Date;
  lastMessage: string;
  lastMessageId: string | null;
  unread: number;
  windowEndsAt: Date | null;
  state: ConversationState;
  waitingSince: Date | null;
  snoozedUntil: Date | null;
  snoozedWaitingSince: Date | null;
  awaitsFirstReply: boolean;
  assignedTo: string | null;
}

export interface ThreadMessage {
  messageId: string;
  at: Date;
  body: string;
  direction: "in" | "out";
  /** The customer wrote it: it is unread, and opens the customer service window. */
  isNews: boolean;
  /** It is the answer to the question of satisfaction: it opens the window, and nothing else changes. */
  isScore?: boolean | undefined;
}

/** A conversation before its first message. */
export const emptyThread = ({ at, isNews }: ThreadMessage): ThreadState => ({
  lastMessageAt: at,
  lastMessage: "",
  lastMessageId: null,
  unread: 0,
  windowEndsAt: null,
  state: "open",
  waitingSince: null,
  snoozedUntil: null,
  snoozedWaitingSince: null,
  awaitsFirstReply: isNews,
  assignedTo: null,
});

/** A conversation after another message of its thread. `isOnDuty`: whether a member takes conversations now. */
export function afterMessage(
  thread: ThreadState,
  message: ThreadMessage,
  isOnDuty: (userId: string) => boolean,
): ThreadState {
  const { at, body, messageId, isNews, direction } = message;
  // An older message that comes late is in the thread, and changes neither preview nor window.
  const isLatest = thread.lastMessageAt <= at;
  const next: ThreadState = {
    ...thread,
    lastMessageId: messageId,
    lastMessageAt: later(thread.lastMessageAt, at),
    lastMessage: isLatest ? body.slice(0, 200).toWellFormed() : thread.lastMessage,
  };
  if (message.isScore) return { ...next, windowEndsAt: windowAfter(next, at) };
  if (isNews) return waiting(thread, next, at, isOnDuty);
  return direction === "out" ? answeredElsewhere(next, at) : next;
}

/**
 * The customer wrote: they wait since their first unanswered message. A closed conversation is reopened, and
 * stays with its member only while they are on duty. A snooze ends.
 */
function waiting(
  { state, assignedTo }: ThreadState,
  next: ThreadState,
  at: Date,
  isOnDuty: (userId: string) => boolean,
): ThreadState {
  const wasClosed = state === "closed";
  return {
    ...next,
    unread: next.unread + 1,
    windowEndsAt: windowAfter(next, at),
    state: "waiting",
    waitingSince: next.waitingSince ?? next.snoozedWaitingSince ?? at,
    snoozedUntil: null,
    snoozedWaitingSince: null,
    awaitsFirstReply: next.awaitsFirstReply || wasClosed,
    assignedTo: wasClosed && assignedTo !== null && !isOnDuty(assignedTo) ? null : assignedTo,
  };
}

/** The business answered in its own app, later than the customer wrote. A snoozed conversation stays snoozed. */
function answeredElsewhere(next: ThreadState, at: Date): ThreadState {
  const since = next.waitingSince ?? next.snoozedWaitingSince;
  if (since !== null && since > at) return next;
  const state = next.state === "snoozed" ? "snoozed" : "open";
  return { ...next, state, waitingSince: null, snoozedWaitingSince: null, awaitsFirstReply: false };
}

const windowAfter = ({ windowEndsAt }: ThreadState, at: Date): Date =>
  later(windowEndsAt, new Date(at.getTime() + windowMs));

const later = (one: Date | null, other: Date): Date => (one === null || other > one ? other : one);
