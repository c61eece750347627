import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentPrompts } from "#app/db/schema/sales/payments.ts";
import { mismatchOf, promptNotice } from "#app/domain/money/payments/notices.ts";
import { lockRequest, moveRequest } from "#app/domain/sales/requests/end.server.ts";
import {
  endPrompt,
  lockPrompt,
  type Prompt,
  promptIs,
  settlePrompt,
} from "#app/domain/sales/requests/endPrompt.server.ts";
import type { Till } from "#app/domain/sales/tills/keys.server.ts";
import { testSubject } from "#app/domain/sales/tills/testPrompt.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { storePayment } from "./store.server.ts";
import { applyTestNotice } from "./testNotice.server.ts";

/**
 * A prompt's callback. It must match the prompt's id, amount and phone; any other moves nothing, and the
 * prompt is open until M-Pesa is queried.
 */
export async function applyPromptNotice(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  { promptId, body }: { promptId: string; body: unknown },
): Promise<string> {
  const read = promptNotice.safeParse(body);
  if (!read.success) return "unreadable";
  const notice = read.data;
  if (promptId === testSubject) return applyTestNotice(tx, ctx, till, notice);
  const prompt = await lockPrompt(tx, ctx.orgId, promptId);
  if (prompt?.tillId !== till.id) return "no such prompt";
  if (prompt.checkoutRequestId !== null && prompt.checkoutRequestId !== notice.checkoutRequestId)
    return "another prompt";
  if (notice.resultCode !== "0") {
    const { resultCode, resultDesc, checkoutRequestId } = notice;
    const how = { state: "failed", resultCode, resultDesc, checkoutRequestId } as const;
    return (await endPrompt(tx, ctx, prompt, how)) ? "failed" : "late failure";
  }
  const doubt = mismatchOf(prompt, notice);
  if (doubt) return doubtPrompt(tx, ctx, prompt, doubt);
  const receipt = String(notice.receipt);
  await settlePrompt(tx, ctx, prompt, { receipt, checkoutRequestId: notice.checkoutRequestId });
  return storePayment(
    tx,
    ctx,
    till,
    {
      receipt,
      amountCents: prompt.amountCents,
      paidAt: notice.paidAt ?? ctx.clock.now(),
      account: prompt.accountNumber,
      payer: prompt.phone,
      payerName: "",
      reportedBy: "prompt",
    },
    { prompt, isConfirmed: true },
  );
}

async function doubtPrompt(tx: Tx, ctx: OrgContext, prompt: Prompt, doubt: string): Promise<string> {
  if (prompt.state === "pending") {
    await tx.update(paymentPrompts).set({ state: "unknown", resultDesc: doubt }).where(promptIs(prompt));
    await moveRequest(tx, ctx, await lockRequest(tx, ctx.orgId, prompt.requestId), "unknown");
    notifyPages(tx, ctx.orgId, "payments");
  }
  return `doubt: ${doubt}`;
}
