import { sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";

/** Tells the senders of all processes, when the transaction commits, that a number has something to send, or to stop sending. */
export async function wakeSender(tx: Tx, phoneNumberId: string): Promise<void> {
  await tx.execute(sql`select pg_notify('tarishi_sender', ${phoneNumberId})`);
}
