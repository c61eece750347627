import { inArray } from "drizzle-orm";
import { platformBook } from "#app/db/schema/money/ledger.ts";
import { mpesaReceipts } from "#app/db/schema/money/payments.ts";
import type { Services } from "#app/platform/context.ts";
import type { PulledTransaction } from "#app/platform/gates/daraja.ts";
import { matchReceipt } from "./matchReceipt.server.ts";
import { masked } from "./notices.ts";

/** M-Pesa stores 48 hours; each hourly pull covers a day, so that a long outage loses nothing. */
const windowMs = 26 * 3_600_000;
const maxPages = 100;

/**
 * Credits payments at the paybill that were never reported, or wait for M-Pesa's confirmation: since a time,
 * or of the last day.
 */
export async function pullPayments(services: Services, since?: Date): Promise<{ found: number }> {
  const { daraja } = services;
  if (!daraja) return { found: 0 };
  const until = services.clock.now();
  const from = since ?? new Date(until.getTime() - windowMs);
  let found = 0;
  let offset = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const rows = await daraja.pull({ from, until, offset }, platformBook);
    if (rows.length === 0) break;
    offset += rows.length;
    for (const row of await openOf(services, rows)) {
      await services.db.withSystem((tx) => matchReceipt(tx, services, { ...row, payer: masked(row.payer) }));
      found += 1;
    }
  }
  return { found };
}

/**
 * Payments that are not booked yet. One booked with another amount than M-Pesa's is logged as an error, for
 * staff.
 */
async function openOf(services: Services, rows: PulledTransaction[]): Promise<PulledTransaction[]> {
  const known = await services.db.systemReads
    .select({
      receipt: mpesaReceipts.receipt,
      amountCents: mpesaReceipts.amountCents,
      state: mpesaReceipts.state,
    })
    .from(mpesaReceipts)
    .where(
      inArray(
        mpesaReceipts.receipt,
        rows.map(({ receipt }) => receipt),
      ),
    );
  const booked = new Map(
    known.filter(({ state }) => state !== "unconfirmed").map((one) => [one.receipt, one.amountCents]),
  );
  for (const { receipt, amountCents } of rows)
    if (booked.has(receipt) && booked.get(receipt) !== amountCents)
      services.log.error({ receipt }, "M-Pesa has another amount for this receipt");
  return rows.filter(({ receipt, amountCents }) => !booked.has(receipt) && amountCents > 0);
}
