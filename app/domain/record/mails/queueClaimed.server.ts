import type { Tx } from "#app/db/client.server.ts";
import type { Services } from "#app/platform/context.ts";
import { type MailToQueue, queueMail } from "./queue.server.ts";

/**
 * Queues the emails for what `claim` marks as emailed, in one transaction: no other process claims it too, and each email goes
 * once. Returns how many there are. System role.
 */
export const queueClaimed = (
  services: Services,
  claim: (tx: Tx) => Promise<readonly MailToQueue[]>,
): Promise<number> =>
  services.db.withSystem(async (tx) => {
    const mails = await claim(tx);
    for (const mail of mails) await queueMail(tx, services, mail);
    return mails.length;
  });
