import { messagingError } from "#app/domain/messaging/errors.ts";
import { windowIsOpen } from "./presence.ts";

/** Free-form messages go within 24 hours of the customer's last (facts/whatsapp-cloud-api.md §10). @throws DomainError `conversation.window_closed` */
export function requireWindow(windowEndsAt: Date | null, now: Date): void {
  if (windowIsOpen(windowEndsAt, now)) return;
  throw messagingError("conversation.window_closed");
}
