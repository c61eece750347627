/** The queues of the inbox, in their order. All are of conversations that are not closed, but for the last. */
export const queues = ["mine", "unassigned", "all", "closed"] as const;
export type Queue = (typeof queues)[number];

export const queueNames: Record<Queue, string> = {
  mine: "Mine",
  unassigned: "Unassigned",
  all: "All",
  closed: "Closed",
};

export const conversationStates = ["waiting", "open", "closed"] as const;

/** A state, and what it means. */
export const stateWords = {
  waiting: { name: "Waiting", means: "The customer waits for an answer." },
  open: { name: "Open", means: "Answered, and not at its end." },
  closed: { name: "Closed", means: "Nothing more to do. A new message opens it again." },
} as const;

/** Counts of queues end here: "99+". */
export const countedConversations = 99;

/** Longest text that WhatsApp takes (facts/whatsapp-cloud-api.md §6). */
export const maxReplyLength = 4096;
