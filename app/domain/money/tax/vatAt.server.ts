import { and, desc, eq, lte } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { taxRates } from "#app/db/schema/invoices.ts";

/** VAT in force at a moment, in hundredths of a percent. */
export async function vatAt(tx: Tx, at: Date): Promise<number> {
  const [rate] = await tx
    .select()
    .from(taxRates)
    .where(and(eq(taxRates.code, "vat"), lte(taxRates.effectiveFrom, at)))
    .orderBy(desc(taxRates.effectiveFrom))
    .limit(1);
  if (!rate) throw new Error("there is no VAT rate in force");
  return rate.basisPoints;
}
