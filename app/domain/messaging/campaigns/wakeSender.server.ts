import { clientOf, type Tx } from "#app/db/client.server.ts";
import { notify } from "#app/db/notify.server.ts";

/** Notified with a phone number id when the number has something to send, or to stop sending. */
export const senderChannel = "tarishi_sender";

/** Tells the senders of all processes, when the transaction commits, that a number has something to send, or to stop sending. */
export async function wakeSender(tx: Tx, phoneNumberId: string): Promise<void> {
  await notify(clientOf(tx), senderChannel, phoneNumberId);
}
