// Names of events and facts in earlier versions. Stored events are sealed, so they keep them.

const types: Readonly<Record<string, string>> = {
  "bot.page_asked_for": "bot.page_requested",
  "media.asked_for": "media.requested",
  "paybill.payment_received": "till_payment.received",
  "payment.asked_again": "payment.rechecked",
  "payout.asked_for": "payout.requested",
  "whatsapp.noted": "whatsapp.note_added",
};

/** The present name of a stored event. */
export const presentName = (stored: string): string => types[stored] ?? stored;

const facts: Readonly<Record<string, string>> = { asked: "question", said: "reason" };

/** The facts of a stored event under their present names. */
export const presentFacts = (stored: unknown): unknown =>
  typeof stored === "object" && stored !== null
    ? Object.fromEntries(Object.entries(stored).map(([name, fact]) => [facts[name] ?? name, fact]))
    : stored;
