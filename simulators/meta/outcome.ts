import { errorTitle, type WhatsAppErrorCode } from "./graphError.ts";

/**
 * The fate of an accepted message, decided only by the recipient's number and the category, so that every run
 * agrees.
 */
export interface Outcome {
  failure?: WhatsAppErrorCode;
  isRead: boolean;
}

const READ_PERCENT = 60;
const KENYAN_NUMBER = /^254[17]\d{8}$/;

export function outcomeFor(recipient: string, category: string): Outcome {
  if (recipient.endsWith("99") || (recipient.startsWith("254") && !KENYAN_NUMBER.test(recipient))) {
    return { failure: 131026, isRead: false };
  }
  // Meta limits how much marketing one person gets, and nothing else (facts/whatsapp-cloud-api.md §10).
  if (category === "marketing" && recipient.endsWith("98")) return { failure: 131049, isRead: false };
  return { isRead: (Number(recipient.slice(-6)) * 7919) % 100 < READ_PERCENT };
}

const FAILURE_DETAILS: Partial<Record<WhatsAppErrorCode, string>> = {
  131026: "Message Undeliverable.",
  131047: "More than 24 hours have passed since the recipient last replied to the sender number.",
  131049: "In order to maintain a healthy ecosystem engagement, the message failed to be delivered.",
};

/** The `errors` entry of a failed status (facts/whatsapp-cloud-api.md §5.2). */
export function failureError(code: WhatsAppErrorCode): object {
  const title = errorTitle(code);
  return {
    code,
    title,
    message: title,
    error_data: { details: FAILURE_DETAILS[code] ?? title },
    href: "/documentation/business-messaging/whatsapp/support/error-codes",
  };
}
