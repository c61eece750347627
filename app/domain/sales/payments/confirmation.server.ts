import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import type { Till } from "#app/domain/sales/tills/keys.server.ts";
import { tillNotice } from "#app/domain/sales/tills/notices.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { storePayment } from "./store.server.ts";

/**
 * A confirmation of a payment by hand. Its address can become known, so an amount above the limit waits until
 * the pull or a query reports it, too.
 */
export async function applyConfirmation(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  { body, receivedAt }: { body: unknown; receivedAt: Date },
): Promise<string> {
  const read = tillNotice.safeParse(body);
  if (!read.success || read.data.amountCents <= 0) return "unreadable";
  const { balanceCents, paidAt = receivedAt, shortcode, ...payment } = read.data;
  if (shortcode !== till.number && shortcode !== till.storeNumber) return "another shortcode";
  await noteBalance(tx, ctx, till, balanceCents, paidAt);
  const limitKes = ctx.config.daraja?.confirmAboveKes ?? 10_000;
  return storePayment(
    tx,
    ctx,
    till,
    { ...payment, paidAt, reportedBy: "confirmation" },
    { isConfirmed: payment.amountCents <= limitKes * 100 },
  );
}

/** M-Pesa names the till's balance after the payment; the newest counts. */
async function noteBalance(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  balanceCents: number | undefined,
  at: Date,
): Promise<void> {
  if (balanceCents === undefined || (till.balanceAt && till.balanceAt > at)) return;
  await tx
    .update(tills)
    .set({ balanceCents, balanceAt: at })
    .where(and(eq(tills.orgId, ctx.orgId), eq(tills.id, till.id)));
}
