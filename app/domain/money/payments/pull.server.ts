import { inArray } from "drizzle-orm";
import { mpesaReceipts } from "#app/db/schema/payments.ts";
import type { Services } from "#app/platform/context.ts";
import { masked } from "./notices.ts";
import { takeIn } from "./takePaybill.server.ts";

/** M-Pesa keeps 48 hours; every hour a day is looked at again, so that a long outage of ours loses nothing. */
const windowMs = 26 * 3_600_000;
const maxPages = 100;

/** Takes in what reached the paybill and was never told: lost confirmations and callbacks. */
export async function pullPayments(services: Services): Promise<{ found: number }> {
  const { daraja } = services;
  if (!daraja) return { found: 0 };
  const until = services.clock.now();
  const from = new Date(until.getTime() - windowMs);
  let found = 0;
  let offset = 0;
  for (let page = 0; page < maxPages; page += 1) {
    const rows = await daraja.pull(from, until, offset);
    if (rows.length === 0) break;
    offset += rows.length;
    const known = await services.db.systemReads
      .select({ receipt: mpesaReceipts.receipt })
      .from(mpesaReceipts)
      .where(
        inArray(
          mpesaReceipts.receipt,
          rows.map(({ receipt }) => receipt),
        ),
      );
    const receipts = new Set(known.map(({ receipt }) => receipt));
    for (const row of rows.filter(({ receipt, amountCents }) => !receipts.has(receipt) && amountCents > 0)) {
      await services.db.withSystem((tx) => takeIn(tx, services, { ...row, payer: masked(row.payer) }));
      found += 1;
    }
  }
  return { found };
}
