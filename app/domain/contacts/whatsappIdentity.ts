/** A person on WhatsApp: by number, by business-scoped user id, or both (facts/whatsapp-cloud-api.md §12). */
export interface WhatsappIdentity {
  /** Digits of an international number, without `+`. */
  waId?: string | undefined;
  bsuid?: string | undefined;
}

const number = /^\+?(\d{7,15})$/;
const userId = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** A number as in webhooks, in digits; undefined for anything else. */
export const waIdOf = (received: string | undefined): string | undefined => number.exec(received ?? "")?.[1];

/** E.164 of a number as in webhooks; undefined for anything else. */
export function phoneOf(received: string | undefined): string | undefined {
  const waId = waIdOf(received);
  return waId && `+${waId}`;
}

/**
 * A webhook's identity of a person. A user id in place of the number is a user id; anything else is ignored.
 */
export function whatsappIdentity(received: WhatsappIdentity): WhatsappIdentity {
  const stray = received.waId && userId.test(received.waId) ? received.waId : undefined;
  return { waId: waIdOf(received.waId), bsuid: received.bsuid || stray };
}
