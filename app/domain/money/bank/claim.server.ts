import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { bankStatementLines } from "#app/db/schema/money/bank.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { creditPayment } from "#app/domain/money/invoices/incoming.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { paymentClaimed } from "../events.ts";
import { moneyNote } from "../notes.ts";
import { unusedReference } from "../unusedReference.server.ts";

/** Assigns a statement line to an organisation; the caller has checked that the money is its own. */
export async function assignLine(
  tx: Tx,
  ctx: OrgContext,
  { lineId, note }: { lineId: string; note: string },
): Promise<{ amountCents: number }> {
  const [line] = await tx
    .select()
    .from(bankStatementLines)
    .where(and(eq(bankStatementLines.id, lineId), eq(bankStatementLines.state, "open")))
    .for("update");
  if (!line) throw moneyError("payment.not_found:transfer");
  const { amountCents, bankReference } = line;
  await creditPayment(tx, ctx, {
    ...{ method: "bank", amountCents, invoiceId: null, paymentId: null, receipt: bankReference },
    reference: await unusedReference(tx, ctx.orgId, `bank:${bankReference}`),
  });
  await tx
    .update(bankStatementLines)
    .set({ state: "matched", settledAt: ctx.clock.now(), note })
    .where(eq(bankStatementLines.id, lineId));
  await record(tx, ctx, paymentClaimed, {
    subject: null,
    data: { amountCents, receipt: bankReference, because: note },
  });
  return { amountCents };
}

/**
 * An organisation claims an unmatched transfer. The proof is the bank's own reference, which is on the
 * payer's receipt, together with the amount. @throws DomainError `payment.not_found` (404), also for another
 * amount.
 */
export const claimTransfer = ({ ctx, input }: Call<{ bankReference: string; amountCents: number }>) =>
  ctx.db.withSystem(async (tx) => {
    const [line] = await tx
      .select({ id: bankStatementLines.id })
      .from(bankStatementLines)
      .where(
        and(
          sql`upper(${bankStatementLines.bankReference}) = upper(${input.bankReference})`,
          eq(bankStatementLines.amountCents, input.amountCents),
          eq(bankStatementLines.state, "open"),
        ),
      );
    return assignLine(tx, ctx, { lineId: line?.id ?? "", note: moneyNote("money.claimed_reference") });
  });
