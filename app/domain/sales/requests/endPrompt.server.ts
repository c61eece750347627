import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentPrompts, paymentRequests } from "#app/db/schema/sales/payments.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { endRequest, lockRequest } from "./end.server.ts";

/** A prompt with what its request says. */
export type Prompt = typeof paymentPrompts.$inferSelect & { accountNumber: string; reason: string };

export const promptIs = ({ orgId, id }: Pick<Prompt, "orgId" | "id">) =>
  and(eq(paymentPrompts.orgId, orgId), eq(paymentPrompts.id, id));

/** The prompt, locked until the transaction ends; its request is locked first, as everywhere. */
export async function lockPrompt(tx: Tx, orgId: OrgId, promptId: string): Promise<Prompt | undefined> {
  const [found] = await tx
    .select({ requestId: paymentPrompts.requestId })
    .from(paymentPrompts)
    .where(promptIs({ orgId, id: promptId }));
  if (!found) return undefined;
  const { accountNumber, reason } = await lockRequest(tx, orgId, found.requestId);
  const [prompt] = await tx
    .select()
    .from(paymentPrompts)
    .where(promptIs({ orgId, id: promptId }))
    .for("update");
  return prompt && { ...prompt, accountNumber, reason };
}

type Ctx = Pick<OrgContext, "orgId" | "clock" | "actor" | "requestId">;

/** Ends an open prompt, which is locked, without money; its request waits again. False when it was not open. */
export async function endPrompt(
  tx: Tx,
  ctx: Ctx,
  prompt: Prompt,
  how: { state: "failed" | "expired"; resultCode?: string; resultDesc?: string; checkoutRequestId?: string },
): Promise<boolean> {
  if (prompt.state !== "pending" && prompt.state !== "unknown") return false;
  const now = ctx.clock.now();
  await tx
    .update(paymentPrompts)
    .set({ ...how, endedAt: now, nextCheckAt: null, updatedAt: now })
    .where(promptIs(prompt));
  const request = await lockRequest(tx, ctx.orgId, prompt.requestId);
  await endRequest(tx, ctx, request, { state: "failed", resultCode: how.resultCode ?? how.state });
  return true;
}

/** Marks a prompt as paid, which is locked: whatever its state was, its money has arrived. */
export async function settlePrompt(
  tx: Tx,
  ctx: Ctx,
  prompt: Prompt,
  { receipt, checkoutRequestId }: { receipt: string; checkoutRequestId?: string },
): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .update(paymentPrompts)
    .set({
      ...{ state: "paid", receipt, resultCode: "0", resultDesc: null, endedAt: now, nextCheckAt: null },
      ...(prompt.checkoutRequestId === null && checkoutRequestId ? { checkoutRequestId } : {}),
      updatedAt: now,
    })
    .where(promptIs(prompt));
}

/** The request of a prompt, without a lock. */
export async function requestOf(tx: Tx, { orgId, requestId }: Pick<Prompt, "orgId" | "requestId">) {
  const [request] = await tx
    .select()
    .from(paymentRequests)
    .where(and(eq(paymentRequests.orgId, orgId), eq(paymentRequests.id, requestId)));
  return request!;
}
