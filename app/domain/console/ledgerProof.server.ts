import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { platformSettings } from "#app/db/schema/record/platformSettings.ts";
import { findFault } from "#app/domain/money/ledger/prove.server.ts";

/** The setting with the newest proof. */
const proofSetting = "ledger_proof";

const proof = z.object({ at: z.coerce.date(), fault: z.string().nullable() });

/** Its time, and the first fault: book, account and reason; null when the ledger holds. */
export type LedgerProof = z.output<typeof proof>;

/** A transaction dates its entry at its start, so it may commit this much later. */
const overlapMs = 3_600_000;

/**
 * Proves what was booked since the newest proof that held, and stores the result, for an alert. The first statements of
 * their transaction, so that all of them see one moment.
 */
export async function proveLedger(tx: Tx, now: Date): Promise<LedgerProof> {
  await tx.execute(sql`set transaction isolation level repeatable read`);
  const before = await newestProof(tx);
  const since = new Date(before && before.fault === null ? before.at.getTime() - overlapMs : 0);
  const found = { at: now, fault: await findFault(tx, since) };
  const row = { value: found, changedAt: now };
  await tx
    .insert(platformSettings)
    .values({ key: proofSetting, ...row })
    .onConflictDoUpdate({ target: platformSettings.key, set: row });
  return found;
}

/** Undefined before the first one. */
export async function newestProof(tx: Tx): Promise<LedgerProof | undefined> {
  const { rows } = await tx.execute<{ value: unknown }>(
    sql`select value from platform_settings where key = ${proofSetting}`,
  );
  return rows[0] && proof.parse(rows[0].value);
}
