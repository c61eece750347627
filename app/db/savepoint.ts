import { clientOf, type Tx } from "./client.server.ts";

/** Does a part of a transaction. Where the part fails, what it wrote is undone and the transaction can go on. */
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
