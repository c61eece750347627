import { and, asc, desc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { endRequest } from "#app/domain/sales/requests/end.server.ts";
import type { PaymentRequest } from "#app/domain/sales/requests/facts.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { Due } from "./facts.server.ts";
import { openCents } from "./states.ts";

/** Cancels the requests of dues that need no more money. One with a prompt on a phone ends with its prompt. */
export async function endRequestsOf(tx: Tx, ctx: OrgContext, dueIds: readonly string[]): Promise<void> {
  if (dueIds.length === 0) return;
  const waiting = await tx
    .select()
    .from(paymentRequests)
    .where(
      and(
        ...[eq(paymentRequests.orgId, ctx.orgId), isAnyOf(paymentRequests.sourceId, dueIds)],
        ...[eq(paymentRequests.source, "book"), inArray(paymentRequests.state, ["requested", "failed"])],
      ),
    )
    .orderBy(asc(paymentRequests.id))
    .for("update");
  for (const request of waiting) await endRequest(tx, ctx, request, { state: "cancelled" });
}

/** The newest request of a due that waits for what is open of it. */
export async function openRequestOf(
  tx: Tx,
  { orgId }: OrgContext,
  due: Due,
): Promise<PaymentRequest | undefined> {
  const [request] = await tx
    .select()
    .from(paymentRequests)
    .where(
      and(
        ...[eq(paymentRequests.orgId, orgId), eq(paymentRequests.sourceId, due.id)],
        ...[eq(paymentRequests.source, "book"), eq(paymentRequests.tillId, due.tillId)],
        inArray(paymentRequests.state, ["requested", "prompted", "failed", "unknown"]),
        ...[eq(paymentRequests.amountCents, openCents(due)), eq(paymentRequests.paidCents, 0)],
      ),
    )
    .orderBy(desc(paymentRequests.id))
    .limit(1);
  return request;
}
