import { sql } from "drizzle-orm";
import type { Database } from "#app/db/client.server.ts";
import { intakeStateOf } from "./intakeState.ts";

/**
 * Whether webhooks can be stored. Only after a refusal it inserts one and rolls back: a full disk refuses new
 * rows while all other queries succeed.
 */
export async function webhooksCanBeStored(db: Database): Promise<boolean> {
  const intake = db.for("intake");
  const state = intakeStateOf(intake);
  if (!state.isFailing) return true;
  const takenBack = new Error("only tried");
  const failure = await intake
    .withSystem(async (tx) => {
      await tx.execute(sql`insert into webhook_events (body) values ('{}')`);
      throw takenBack;
    })
    .catch((error: unknown) => error);
  if (failure === takenBack) state.stored();
  return failure === takenBack;
}
