import { clientOf, type Tx } from "./client.server.ts";

/** Runs a part of a transaction. If it fails, its writes are undone and the transaction can continue. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const client = clientOf(tx);
  await client.query({ text: "savepoint part" });
  try {
    const result = await work();
    await client.query({ text: "release savepoint part" });
    return result;
  } catch (error) {
    // A connection that is gone has undone everything.
    await client.query({ text: "rollback to savepoint part" }).catch(() => undefined);
    throw error;
  }
}
