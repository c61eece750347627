import type { Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";

/** Notified with a phone number id when the number has something to send, or to stop sending, and when a sending process comes or goes. */
export const senderChannel = "tarishi_sender";

/** Signals to the senders of all processes, on commit, that a number has something to send, or must stop. */
export const wakeSender = (tx: Tx, phoneNumberId: string): void => notify(tx, senderChannel, phoneNumberId);
