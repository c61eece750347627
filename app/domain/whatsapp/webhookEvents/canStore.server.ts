import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { doorStateOf } from "./doorState.ts";

/**
 * Whether webhooks can be stored: tried, and rolled back, only after one was refused. A full disk refuses new
 * rows while all other queries succeed.
 */
export async function webhooksCanBeStored(db: Database): Promise<boolean> {
  const door = db.for("door");
  const state = doorStateOf(door);
  if (!state.isFailing) return true;
  const takenBack = new Error("only tried");
  const failure = await door
    .withSystem(async (tx) => {
      await tx.execute(sql`insert into webhook_events (body) values ('{}')`);
      throw takenBack;
    })
    .catch((error: unknown) => error);
  if (failure === takenBack) state.stored();
  return failure === takenBack;
}
