import { windowIsOpen } from "#app/domain/messaging/conversations/presence.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";

/** Free-form messages go within 24 hours of the customer's last (facts/whatsapp-cloud-api.md §10). @throws DomainError `conversation.window_closed` */
export function requireWindow(windowEndsAt: Date | null, now: Date): void {
  if (windowIsOpen(windowEndsAt, now)) return;
  throw messagingError("conversation.window_closed");
}
