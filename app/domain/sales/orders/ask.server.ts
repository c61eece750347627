import { and, desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentRequests } from "#app/db/schema/sales/payments.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { createRequestIn } from "#app/domain/sales/requests/create.server.ts";
import { lockRequest } from "#app/domain/sales/requests/end.server.ts";
import { oneOpenPrompt, promptRequest, promptRequestIn } from "#app/domain/sales/requests/prompt.server.ts";
import { type Sent, sendAccount } from "#app/domain/sales/requests/sendAccount.server.ts";
import { isOpen } from "#app/domain/sales/requests/states.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { confirmOrder, confirmOrderIn } from "./confirm.server.ts";
import { createOrderIn, type OrderInput } from "./create.server.ts";
import { lockOrder } from "./find.server.ts";
import { requestOfOrder } from "./request.server.ts";
import type { Order } from "./write.server.ts";

type Way = "prompt" | "account";

/**
 * Confirms a draft and asks for its money: by a prompt on the customer's phone, or by a message that says how to pay.
 * Returns how the customer got that; null for a prompt. @throws DomainError those of `confirmOrder`. A refused prompt
 * leaves the order waiting, and is thrown as well.
 */
export async function askForOrder({
  ctx,
  input: { orderId, tillId, way },
}: Call<{ orderId: string; tillId: string; way: Way }>): Promise<{ sent: Sent | null }> {
  const order = { orderId, tillId: tillId || undefined };
  if (way === "account")
    return { sent: await ctx.db.withOrg(ctx.orgId, (tx) => askForOrderIn(tx, ctx, { ...order, way })) };
  const { requestId } = await confirmOrder({ ctx, input: order });
  await promptRequest({ ctx, input: { requestId } });
  return { sent: null };
}

/** The same, within a larger transaction, around which is `oneOpenPrompt`: a refused prompt confirms nothing. */
export async function askForOrderIn(
  tx: Tx,
  ctx: OrgContext,
  { way, ...order }: { orderId: string; tillId?: string | undefined; way: Way },
): Promise<Sent | null> {
  const { requestId } = await confirmOrderIn(tx, ctx, order);
  if (way === "account") return sendAccount(tx, ctx, await lockRequest(tx, ctx.orgId, requestId));
  await promptRequestIn(tx, ctx, { requestId });
  return null;
}

/**
 * Creates an order, once per key, and asks for its money in the same transaction: a refusal leaves nothing behind.
 * @throws DomainError those of `createOrder`, `confirmOrder` and `promptRequest`, `till.not_found`
 */
export const placeOrder = ({
  ctx,
  input: { way, tillId, ...input },
}: Call<OrderInput & { way: "no" | "prompt" | "account"; tillId?: string | undefined }>): Promise<Order> =>
  oneOpenPrompt(() =>
    ctx.db.withOrg(ctx.orgId, async (tx) => {
      if (tillId !== undefined) await findTill(tx, ctx.orgId, tillId);
      const order = await createOrderIn(tx, ctx, input);
      if (way === "no" || order.state !== "draft") return order;
      await askForOrderIn(tx, ctx, { orderId: order.id, tillId, way });
      return order;
    }),
  );

/**
 * Sends another prompt for an order that waits for its money; a request that has ended is replaced by one for what is
 * left. @throws DomainError `order.not_found`, `order.state`, those of `promptRequest`
 */
export async function promptForOrder({ ctx, input }: Call<{ orderId: string }>): Promise<void> {
  const requestId = await ctx.db.withOrg(ctx.orgId, (tx) => openRequestOfOrder(tx, ctx, input.orderId));
  await promptRequest({ ctx, input: { requestId } });
}

/** The open request of an order that waits for its money, or a new one. @throws DomainError `order.not_found`, `order.state` */
export async function openRequestOfOrder(tx: Tx, ctx: OrgContext, orderId: string): Promise<string> {
  const order = await lockOrder(tx, ctx.orgId, orderId);
  if (order.state !== "waiting" || order.contactId === null) throw salesError("order.state");
  const [last] = await tx
    .select()
    .from(paymentRequests)
    .where(and(eq(paymentRequests.orgId, ctx.orgId), eq(paymentRequests.sourceId, orderId)))
    .orderBy(desc(paymentRequests.createdAt))
    .limit(1);
  if (last && isOpen(last.state)) return last.id;
  const again = { ...order, contactId: order.contactId, totalCents: order.totalCents - order.paidCents };
  const { request } = await createRequestIn(tx, ctx, {
    ...requestOfOrder(again, last?.tillId),
    key: `order:${orderId}:${last?.id ?? ""}`,
  });
  return request.id;
}
