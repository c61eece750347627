import { and, lte, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { type Call, type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { endRequest, lockRequest } from "./end.server.ts";
import { isIdle, isOpen } from "./states.ts";

/**
 * Cancels a request that no prompt waits for. Money that arrives all the same is booked.
 * @throws DomainError `payment_request.not_found`, `payment_request.prompt_open`, `payment_request.ended`
 */
export const cancelRequest = ({ ctx, input }: Call<{ requestId: string }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, (tx) => cancelRequestIn(tx, ctx, input.requestId));

/** The same, within a larger transaction. */
export async function cancelRequestIn(tx: Tx, ctx: OrgContext, requestId: string): Promise<void> {
  const request = await lockRequest(tx, ctx.orgId, requestId);
  if (request.state === "cancelled") return;
  if (!isIdle(request.state))
    throw salesError(isOpen(request.state) ? "payment_request.prompt_open" : "payment_request.ended");
  await endRequest(tx, ctx, request, { state: "cancelled" });
}

const mostAtOnce = 1000;

/** Ends the requests whose end has come, of all organisations. Returns how many. */
export async function expireRequests(services: Services): Promise<{ expired: number }> {
  const due = await services.db.systemReads
    .select({ orgId: paymentRequests.orgId, id: paymentRequests.id })
    .from(paymentRequests)
    .where(
      and(
        lte(paymentRequests.expiresAt, services.clock.now()),
        sql`${paymentRequests.state} in ('requested', 'failed')`,
      ),
    )
    .orderBy(paymentRequests.expiresAt)
    .limit(mostAtOnce);
  let expired = 0;
  for (const { orgId, id } of due)
    if (await expireRequest(systemContext(services, orgId, "expire-payment-requests"), id)) expired += 1;
  return { expired };
}

/** Ends a request at its end, if it is unpaid and no prompt waits for it. Returns whether it did. */
const expireRequest = (ctx: OrgContext, requestId: string): Promise<boolean> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const request = await lockRequest(tx, ctx.orgId, requestId);
    if (!isIdle(request.state) || request.expiresAt > ctx.clock.now()) return false;
    return endRequest(tx, ctx, request, { state: "expired" });
  });
