import type { MessageState } from "#app/db/schema/messaging/messages.ts";
import type { Followed } from "#app/domain/messaging/sms/follow.server.ts";

/** A campaign's message that was leased. */
export interface Looked {
  id: string;
  sequence: number | null;
  state: MessageState;
  acceptedAt: Date | null;
  /** When it is sent again, or its doubt ends. */
  dueAt: Date | null;
}

interface Sweep {
  now: Date;
  /** Before `looked`. */
  through: number;
  /** The most that are looked at together. */
  atOnce: number;
  waitSeconds: number;
  recipients: number;
  status: "paused" | "cancelled" | "running";
}

/** A paused campaign is looked at again after this time; its resumption wakes it at once. */
const pausedMs = 300_000;
/** The pause between two looks at what is not due yet. */
const leastMs = 1000;

/**
 * What follows of a look at a campaign's next messages, in the order of their sending: those that get an SMS and when, up to
 * which number all are decided, and when the next ones are looked at. The first message whose wait is not over ends the look,
 * unless later ones are overdue: then it gets an SMS of its own that waits.
 */
export function sweptOf(
  looked: readonly Looked[],
  { now, through, atOnce, waitSeconds, recipients, status }: Sweep,
): { followed: Followed[]; through: number; dueAt: Date | null } {
  const after = (ms: number) => new Date(now.getTime() + ms);
  if (status === "cancelled") return { followed: [], through, dueAt: null };
  if (status === "paused") return { followed: [], through, dueAt: after(pausedMs) };
  const waitMs = waitSeconds * 1000;
  const patienceMs = Math.min(60_000, Math.max(5000, waitMs / 5));
  const ripeAt = ({ acceptedAt }: Looked) => acceptedAt && new Date(acceptedAt.getTime() + waitMs);
  const isOverdue = (message: Looked) => {
    const at = ripeAt(message);
    return at !== null && at.getTime() + patienceMs <= now.getTime();
  };
  const overdue = looked.findLastIndex(isOverdue);
  const open = looked.findIndex((message, n) => n > overdue && !isDecided(message, ripeAt(message), now));
  const decided = open === -1 ? looked : looked.slice(0, open);
  const followed = decided.flatMap((message): Followed[] => {
    if (isOver(message.state)) return [];
    const dueAt = message.state === "failed" ? now : (ripeAt(message) ?? after(waitMs));
    return [{ id: message.id, dueAt }];
  });
  const reached = decided.at(-1)?.sequence ?? through;
  if (reached >= recipients) return { followed, through: reached, dueAt: null };
  if (open === -1 && looked.length === atOnce) return { followed, through: reached, dueAt: now };
  const next = (open === -1 ? null : ripeAt(looked[open]!))?.getTime() ?? after(waitMs).getTime();
  const soonest = Math.max(now.getTime() + leastMs, next);
  return {
    followed,
    through: reached,
    dueAt: new Date(Math.min(soonest, now.getTime() + Math.max(leastMs, patienceMs))),
  };
}

const isOver = (state: MessageState) => state === "delivered" || state === "read" || state === "cancelled";

/** False while it is with a sender, or WhatsApp has time left. What is in doubt or sent again has an SMS of its own that waits. */
function isDecided({ state, dueAt }: Looked, ripeAt: Date | null, now: Date): boolean {
  if (isOver(state) || state === "failed") return true;
  if (ripeAt === null) return state === "unknown" || dueAt !== null;
  return ripeAt <= now;
}
