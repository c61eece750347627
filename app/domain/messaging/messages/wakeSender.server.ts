import { clientOf, type Tx } from "#app/db/client.server.ts";
import { addNotice, type Notice } from "#app/db/notices.server.ts";
import { notify } from "#app/db/notify.server.ts";

/** Notified with a phone number id when the number has something to send, or to stop sending, and when a sending process comes or goes. */
export const senderChannel = "tarishi_sender";

const ofNew = "new ";

/** The notice of messages that were queued for a number just now: nothing else of it has changed. */
export const newMessagesNotice = (phoneNumberId: string): Notice => ({
  channel: senderChannel,
  payload: `${ofNew}${phoneNumberId}`,
});

/** The number that a notice is about, and whether only messages were queued for it. */
export const senderNoticeOf = (payload: string) => ({
  isOfNew: payload.startsWith(ofNew),
  phoneNumberId: payload.startsWith(ofNew) ? payload.slice(ofNew.length) : payload,
});

/** Signals to the senders of all processes, on commit, that a number has something to send, or must stop. */
export const wakeSender = (tx: Tx, phoneNumberId: string): void => notify(tx, senderChannel, phoneNumberId);

/** The same after messages were queued, which change nothing else. */
export const wakeForNew = (tx: Tx, phoneNumberId: string): void =>
  addNotice(clientOf(tx), newMessagesNotice(phoneNumberId));
