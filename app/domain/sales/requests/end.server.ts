import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentRequests, type RequestState } from "#app/db/schema/sales/payments.ts";
import { record } from "#app/domain/record/record.server.ts";
import { paymentRequestEnded } from "#app/domain/sales/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { factsOf, type PaymentRequest } from "./facts.server.ts";
import { requestMoves } from "./states.ts";

type Ctx = Pick<OrgContext, "orgId" | "clock" | "actor" | "requestId">;

export const ofRequest = (orgId: OrgId, id: string) =>
  and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.id, id));

/** The request, locked until the transaction ends. @throws DomainError `payment_request.not_found` */
export async function lockRequest(tx: Tx, orgId: OrgId, requestId: string): Promise<PaymentRequest> {
  const [request] = await tx.select().from(paymentRequests).where(ofRequest(orgId, requestId)).for("update");
  if (!request) throw notFound("Payment request");
  return request;
}

/** Moves a locked request where its state allows it. Returns whether it did. */
export async function moveRequest(
  tx: Tx,
  ctx: Ctx,
  request: PaymentRequest,
  state: RequestState,
  more: Partial<PaymentRequest> = {},
): Promise<boolean> {
  if (!requestMoves[request.state].includes(state)) return false;
  await tx
    .update(paymentRequests)
    .set({ ...more, state, updatedAt: ctx.clock.now() })
    .where(ofRequest(ctx.orgId, request.id));
  notifyPages(tx, ctx.orgId, "payments");
  return true;
}

/** Ends a locked request without money, or lets it wait again after a failed prompt, and records it. */
export async function endRequest(
  tx: Tx,
  ctx: Ctx,
  request: PaymentRequest,
  { state, resultCode = "" }: { state: "failed" | "cancelled" | "expired"; resultCode?: string },
): Promise<boolean> {
  const endedAt = state === "failed" ? null : ctx.clock.now();
  const more = { endedAt, ...(state === "failed" ? { resultCode } : {}) };
  if (!(await moveRequest(tx, ctx, request, state, more))) return false;
  await record(tx, ctx, paymentRequestEnded, {
    subject: request.id,
    data: { ...(await factsOf(tx, ctx, request)), method: "mpesa", state, resultCode },
  });
  return true;
}
