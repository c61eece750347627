import { DomainError } from "#app/platform/errors.ts";
import { windowIsOpen } from "./presence.ts";

/** Free-form messages go within 24 hours of the customer's last (facts/whatsapp-cloud-api.md §10). @throws DomainError `conversation.window_closed` */
export function requireWindow(windowEndsAt: Date | null, now: Date): void {
  if (windowIsOpen(windowEndsAt, now)) return;
  throw new DomainError(
    "conflict",
    "conversation.window_closed",
    "Outside the 24-hour window: send a template. You can write freely again when the customer answers.",
  );
}
