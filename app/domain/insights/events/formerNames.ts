/** Names of events under which earlier versions stored them. Stored events are sealed and can't be renamed. */
const types: Readonly<Record<string, string>> = {
  "bot.page_asked_for": "bot.page_requested",
  "media.asked_for": "media.requested",
  "payment.asked_again": "payment.rechecked",
  "payout.asked_for": "payout.requested",
  "whatsapp.noted": "whatsapp.note_added",
};

/** The present name of a stored event. */
export const presentName = (stored: string): string => types[stored] ?? stored;
