import { and, asc, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { isAnyOf } from "#app/db/together.server.ts";
import { endRequest } from "#app/domain/sales/requests/end.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

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
