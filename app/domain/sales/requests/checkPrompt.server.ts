import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { paymentPrompts, tillPayments } from "#app/db/schema/sales/payments.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { checkSeconds, failureFinalSeconds } from "#app/domain/money/payments/checkTimes.ts";
import { checkPromptJob, pullTillJob } from "#app/domain/sales/jobs.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import { darajaOf } from "#app/domain/sales/tills/keys.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DarajaError, DarajaUnknown, type StkResult } from "#app/platform/gates/daraja.ts";
import { lockRequest, moveRequest } from "./end.server.ts";
import { endPrompt, lockPrompt, type Prompt, promptIs, settlePrompt } from "./endPrompt.server.ts";

/** How long M-Pesa lists a payment. */
const listedSeconds = 48 * 3600;
/** M-Pesa's clock may be behind ours. */
const clockLeadMs = 2 * 60_000;

/**
 * Queries M-Pesa about a prompt that is still open, and enqueues the next query. A success without a receipt
 * pays nothing: its callback, confirmation or the pull brings the receipt. Returns whether it is still open.
 */
export async function checkPrompt(
  ctx: OrgContext,
  { promptId, check }: { promptId: string; check: number },
): Promise<boolean> {
  const { orgId } = ctx;
  const found = await ctx.db.withOrg(orgId, async (tx) => {
    const prompt = await lockPrompt(tx, orgId, promptId);
    return prompt && { prompt, till: await findTill(tx, orgId, prompt.tillId) };
  });
  if (!found || !isOpen(found.prompt)) return false;
  const { prompt, till } = found;
  const result =
    prompt.checkoutRequestId !== null && till.keysEncrypted !== null
      ? await ask(ctx, () => darajaOf(ctx, till).stkQuery(prompt.checkoutRequestId!, orgId), promptId)
      : undefined;
  return ctx.db.withOrg(orgId, (tx) => conclude(tx, ctx, { promptId, check, result }));
}

const isOpen = ({ state }: Prompt) => state === "pending" || state === "unknown";

async function conclude(
  tx: Tx,
  ctx: OrgContext,
  { promptId, check, result }: { promptId: string; check: number; result: StkResult | undefined },
): Promise<boolean> {
  const prompt = await lockPrompt(tx, ctx.orgId, promptId);
  if (!prompt || !isOpen(prompt)) return false;
  const ageSeconds = (ctx.clock.now().getTime() - prompt.createdAt.getTime()) / 1000;
  const isPaid = result?.resultCode === "0";
  if (isPaid && (await isSettled(tx, ctx, prompt, ageSeconds))) return false;
  if (result && !isPaid && ageSeconds >= failureFinalSeconds)
    return !(await endPrompt(tx, ctx, prompt, { state: "failed", ...result }));
  if (!isPaid && ageSeconds >= checkSeconds.at(-1)!)
    return !(await endPrompt(tx, ctx, prompt, { state: "expired" }));
  if (result && prompt.state === "pending") {
    await tx
      .update(paymentPrompts)
      .set({ state: "unknown", resultCode: result.resultCode, updatedAt: ctx.clock.now() })
      .where(promptIs(prompt));
    await moveRequest(tx, ctx, await lockRequest(tx, ctx.orgId, prompt.requestId), "unknown");
    if (isPaid) await pullSoon(tx, ctx, prompt.tillId);
  }
  const next = checkSeconds[check + 1];
  const at =
    next === undefined ? ctx.clock.now().getTime() + 3_600_000 : prompt.createdAt.getTime() + next * 1000;
  await ctx.jobs.enqueue(
    checkPromptJob,
    { orgId: ctx.orgId, promptId, check: check + 1 },
    { tx, startAfter: new Date(at) },
  );
  return true;
}

/**
 * Ends a prompt that M-Pesa calls paid: with the receipt of the payment that arrived for it in another way, or without
 * one once M-Pesa no longer lists it. Money that arrives later pays the request all the same.
 */
async function isSettled(tx: Tx, ctx: OrgContext, prompt: Prompt, ageSeconds: number): Promise<boolean> {
  const receipt = await receiptOf(tx, prompt);
  if (receipt !== undefined) {
    await settlePrompt(tx, ctx, prompt, { receipt });
    return true;
  }
  if (ageSeconds < listedSeconds) return false;
  return endPrompt(tx, ctx, prompt, { state: "expired", resultCode: "no_receipt" });
}

/** The payment of its amount with its account number since, unless it is another prompt's. */
async function receiptOf(
  tx: Tx,
  { orgId, tillId, accountNumber, amountCents, createdAt }: Prompt,
): Promise<string | undefined> {
  const [found] = await tx
    .select({ receipt: tillPayments.receipt })
    .from(tillPayments)
    .where(
      and(
        ...[eq(tillPayments.orgId, orgId), eq(tillPayments.tillId, tillId)],
        ...[eq(tillPayments.account, accountNumber), eq(tillPayments.amountCents, amountCents)],
        gte(tillPayments.paidAt, new Date(createdAt.getTime() - clockLeadMs)),
        sql`not exists (select 1 from payment_prompts p where p.org_id = ${orgId} and p.till_id = ${tillId}
          and p.receipt = ${tillPayments}.receipt)`,
      ),
    )
    .orderBy(asc(tillPayments.paidAt))
    .limit(1);
  return found?.receipt;
}

/** Lets the till be pulled at once: the list has the receipt. */
async function pullSoon(tx: Tx, ctx: OrgContext, tillId: string): Promise<void> {
  const now = ctx.clock.now();
  await tx
    .update(tills)
    .set({ nextPullAt: now })
    .where(and(eq(tills.orgId, ctx.orgId), eq(tills.id, tillId), gt(tills.nextPullAt, now)));
  await ctx.jobs.enqueue(pullTillJob, { orgId: ctx.orgId, tillId }, { tx, key: tillId });
}

/** Undefined while the result is unknown: it is in flight, or M-Pesa does not respond. */
async function ask(
  ctx: OrgContext,
  query: () => Promise<StkResult | undefined>,
  promptId: string,
): Promise<StkResult | undefined> {
  try {
    return await query();
  } catch (error) {
    if (!(error instanceof DarajaError) && !(error instanceof DarajaUnknown)) throw error;
    ctx.log.warn({ err: error, promptId }, "prompt not checked");
    return undefined;
  }
}
