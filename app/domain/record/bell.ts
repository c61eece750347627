import { newsKindOf } from "#app/domain/record/notifications/kinds.ts";
import { alwaysNotified } from "#app/domain/record/notifications/words.ts";
import { type Actor, userOf } from "#app/platform/context.ts";
import type { RecordedEvent } from "./record.server.ts";

/**
 * Which members an event notifies; undefined: none. `rung`: the subjects of events that were asked for before and notify only
 * members without an unread notification about the subject: the first of them is enough.
 */
export function bellOf(actor: Actor, { type, input }: RecordedEvent, rung: Set<string>) {
  if (!type.bell) return undefined;
  const { to, alsoCauser, unlessUnread = false } = type.bell;
  const first = `${to} ${input.subject}`;
  if (unlessUnread && input.subject !== null) {
    if (rung.has(first)) return undefined;
    rung.add(first);
  }
  const kind = newsKindOf(type.name);
  return {
    to,
    kind,
    always: alwaysNotified.has(kind),
    unless_unread: unlessUnread,
    named: input.named ?? [],
    // An owner is notified of what staff did in their name.
    causer: alsoCauser || actor.kind === "staff" ? null : userOf(actor),
  };
}
