import { badPhone, contactsError } from "#app/domain/contacts/errors.ts";
import { normalisePhone } from "#app/platform/phone/phone.ts";

/**
 * The recipient of a message: a phone number, or WhatsApp's business-scoped user id. With both, the number
 * decides, as at Meta.
 */
export interface Address {
  to?: string | undefined;
  recipient?: string | undefined;
}

/** One of the two, normalised. */
export type Recipient = { phone: string; bsuid: null } | { phone: null; bsuid: string };

/** @throws DomainError `contact.bad_phone`, `contact.no_identity` */
export function recipientOf({ to, recipient }: Address): Recipient {
  if (to === undefined) {
    if (recipient === undefined) throw contactsError("contact.no_identity", { field: "to" });
    return { phone: null, bsuid: recipient };
  }
  const phone = normalisePhone(to);
  if (phone.ok) return { phone: phone.phone, bsuid: null };
  throw badPhone(phone.reason, "to");
}
