import { and, desc, eq, lt } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRequests, type RequestState } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { ofRequest } from "./end.server.ts";

export interface RequestPage {
  limit: number;
  /** The id after which it starts. */
  after?: string | undefined;
  contactId?: string | undefined;
  tillId?: string | undefined;
  state?: RequestState | undefined;
}

const from = (tx: Tx, orgId: OrgId) =>
  tx
    .select({ request: paymentRequests, payTo: tills.number })
    .from(paymentRequests)
    .innerJoin(tills, and(eq(tills.orgId, orgId), eq(tills.id, paymentRequests.tillId)))
    .$dynamic();

/** Requests for programs, newest first, one more than `limit`. */
export const pageOfRequests = ({ ctx, input }: Call<RequestPage>) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    from(tx, ctx.orgId)
      .where(
        and(
          eq(paymentRequests.orgId, ctx.orgId),
          input.contactId === undefined ? undefined : eq(paymentRequests.contactId, input.contactId),
          input.tillId === undefined ? undefined : eq(paymentRequests.tillId, input.tillId),
          input.state === undefined ? undefined : eq(paymentRequests.state, input.state),
          input.after === undefined ? undefined : lt(paymentRequests.id, input.after),
        ),
      )
      .orderBy(desc(paymentRequests.id))
      .limit(input.limit + 1),
  );

/** @throws DomainError `payment_request.not_found` */
export const readRequest = ({ ctx, input }: Call<{ requestId: string }>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => readRequestIn(tx, ctx.orgId, input.requestId));

/** The same, within a larger transaction. */
export async function readRequestIn(tx: Tx, orgId: OrgId, requestId: string) {
  const [row] = await from(tx, orgId).where(ofRequest(orgId, requestId));
  if (!row) throw notFound("Payment request");
  return row;
}
