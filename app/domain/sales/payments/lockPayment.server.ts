import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import type { TillPayment } from "./store.server.ts";

/** A payment, locked until the transaction ends, in the order of all. @throws DomainError `till_payment.not_found` */
export async function lockPayment(tx: Tx, orgId: OrgId, paymentId: string): Promise<TillPayment> {
  await lockPayments(tx, orgId);
  const [payment] = await tx
    .select()
    .from(tillPayments)
    .where(and(eq(tillPayments.orgId, orgId), eq(tillPayments.id, paymentId)))
    .for("update");
  if (!payment) throw notFound("Till payment");
  return payment;
}
