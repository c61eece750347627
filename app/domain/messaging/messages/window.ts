import { messagingError } from "#app/domain/messaging/errors.ts";

/** Free-form messages go within 24 hours of the customer's last (facts/whatsapp-cloud-api.md §10). @throws DomainError `conversation.window_closed` */
export function requireWindow(windowEndsAt: Date | null, now: Date): void {
  if (windowIsOpen(windowEndsAt, now)) return;
  throw messagingError("conversation.window_closed");
}

/** The customer service window: any message goes until 24 hours after the customer last wrote (facts/whatsapp-cloud-api.md §10). */
export const customerServiceWindowMs = 24 * 3_600_000;

export const windowIsOpen = (windowEndsAt: Date | null, now: Date): boolean =>
  windowEndsAt !== null && windowEndsAt > now;
