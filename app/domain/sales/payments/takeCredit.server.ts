import { and, asc, eq, sql } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { payDues } from "#app/domain/sales/dues/pay.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** New dues take the credit that their contacts have at the till. Payments are locked (`lockPayments`). */
export async function takeCredit(
  tx: Tx,
  ctx: OrgContext,
  { tillId, contactIds }: { tillId: string; contactIds: readonly string[] },
): Promise<void> {
  const left = sql<number>`${tillPayments.amountCents} - ${tillPayments.allocatedCents} - ${tillPayments.refundedCents}`;
  const rows = await tx
    .select({
      paymentId: tillPayments.id,
      contactId: tillPayments.contactId,
      receipt: tillPayments.receipt,
      leftCents: left.mapWith(Number),
    })
    .from(tillPayments)
    .where(
      and(
        ...[eq(tillPayments.orgId, ctx.orgId), isAnyOf(tillPayments.contactId, contactIds)],
        ...[eq(tillPayments.tillId, tillId), eq(tillPayments.state, "matched"), sql`${left} > 0`],
      ),
    )
    .orderBy(asc(tillPayments.paidAt), asc(tillPayments.id))
    .for("update");
  if (rows.length === 0) return;
  const credits = rows.map((row) => ({ ...row, contactId: row.contactId ?? "" }));
  const given = await payDues(tx, ctx, tillId, credits);
  await clientOf(tx).query({
    name: "take-credit",
    text: `update till_payments p set allocated_cents = p.allocated_cents + part.cents, updated_at = $4
      from unnest($2::text[], $3::bigint[]) as part (id, cents) where p.org_id = $1 and p.id = part.id`,
    values: [ctx.orgId, [...given.keys()], [...given.values()], ctx.clock.now()],
  });
}
