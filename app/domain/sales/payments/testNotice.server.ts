import type { z } from "zod";
import type { Tx } from "#app/db/client.server.ts";
import { type CheckResult, tills } from "#app/db/schema/sales/tills.ts";
import type { promptNotice } from "#app/domain/money/payments/notices.ts";
import { lockTill, ofTill } from "#app/domain/sales/tills/find.server.ts";
import type { Till } from "#app/domain/sales/tills/keys.server.ts";
import { testCents, testReference } from "#app/domain/sales/tills/testPrompt.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { storePayment } from "./store.server.ts";

/** The callback of a test prompt: whether the till's numbers and keys are right, and the shilling itself. */
export async function applyTestNotice(
  tx: Tx,
  ctx: OrgContext,
  till: Till,
  { resultCode, resultDesc, amountCents, receipt, phone, paidAt }: z.output<typeof promptNotice>,
): Promise<string> {
  const at = ctx.clock.now().toISOString();
  const isPaid =
    resultCode === "0" && amountCents === testCents && /^[A-Z0-9]{6,20}$/.test(String(receipt ?? ""));
  const prompt: CheckResult = isPaid
    ? { state: "ok", at }
    : { state: "failed", code: resultCode, said: resultDesc, at };
  const current = await lockTill(tx, ctx.orgId, till.id);
  await tx
    .update(tills)
    .set({ checks: { ...current.checks, prompt } })
    .where(ofTill(till));
  if (!isPaid) return "test failed";
  return storePayment(
    tx,
    ctx,
    till,
    {
      ...{ receipt: String(receipt), amountCents: testCents, paidAt: paidAt ?? ctx.clock.now() },
      ...{ account: testReference, payer: phone, payerName: "", reportedBy: "prompt" },
    },
    { isConfirmed: true },
  );
}
