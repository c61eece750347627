import { customerServiceWindowMs } from "#app/domain/messaging/messages/window.ts";

/** How long after a message its sender counts as online. */
export const onlineMs = 5 * 60_000;

/**
 * A contact's presence. WhatsApp reports neither who is online nor who types, so a contact who wrote in the
 * last five minutes counts as online, and `typing` is never claimed.
 */
export type Presence = "online" | "typing" | "offline";

export function presenceOf(windowEndsAt: Date | null, now: Date): Presence {
  if (windowEndsAt === null) return "offline";
  const lastWroteMs = windowEndsAt.getTime() - customerServiceWindowMs;
  return now.getTime() - lastWroteMs < onlineMs ? "online" : "offline";
}

/** When the customer was last active: the later of their last message here and what their contact's record has. */
export function lastActiveAt(windowEndsAt: Date | null, lastSeenAt: Date | null): Date | null {
  const wroteAt = windowEndsAt && new Date(windowEndsAt.getTime() - customerServiceWindowMs);
  if (!wroteAt || !lastSeenAt) return wroteAt ?? lastSeenAt;
  return wroteAt > lastSeenAt ? wroteAt : lastSeenAt;
}
