import { and, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentPrompts } from "#app/db/schema/sales/payments.ts";
import { tillUrl } from "#app/domain/sales/tills/addresses.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import { darajaOf, type Till } from "#app/domain/sales/tills/keys.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { DarajaError, DarajaUnknown } from "#app/platform/gates/daraja.ts";
import { lockRequest, moveRequest } from "./end.server.ts";
import { endPrompt, lockPrompt, type Prompt, promptIs } from "./endPrompt.server.ts";

/** A prompt that could not be sent for this long is not sent: its customer no longer expects it. */
const staleMs = 5 * 60_000;

/**
 * Calls M-Pesa for a stored prompt, once: a run that was cut off is not repeated, since the prompt may be on the
 * phone. Returns whether it called.
 */
export async function pushPrompt(ctx: OrgContext, promptId: string): Promise<boolean> {
  const claimed = await ctx.db.withOrg(ctx.orgId, (tx) => claim(tx, ctx, promptId));
  if (!claimed) return false;
  await push(ctx, claimed.till, claimed.prompt);
  return true;
}

async function claim(
  tx: Tx,
  ctx: OrgContext,
  promptId: string,
): Promise<{ prompt: Prompt; till: Till } | undefined> {
  const prompt = await lockPrompt(tx, ctx.orgId, promptId);
  if (prompt?.state !== "pending" || prompt.pushedAt !== null) return undefined;
  const now = ctx.clock.now();
  const till = await findTill(tx, ctx.orgId, prompt.tillId);
  const isStale = now.getTime() - prompt.createdAt.getTime() > staleMs;
  if (isStale || till.keysEncrypted === null) {
    await endPrompt(tx, ctx, prompt, { state: "failed", resultCode: isStale ? "not_sent" : "till_removed" });
    return undefined;
  }
  await tx.update(paymentPrompts).set({ pushedAt: now, updatedAt: now }).where(promptIs(prompt));
  return { prompt, till };
}

/** A refusal ends the prompt; without a response it stays open, since it may be on the phone. */
async function push(ctx: OrgContext, till: Till, prompt: Prompt): Promise<void> {
  const { orgId } = ctx;
  try {
    const ids = await darajaOf(ctx, till).stkPush(pushOf(ctx, till, prompt), orgId);
    await ctx.db.withOrg(orgId, (tx) =>
      tx
        .update(paymentPrompts)
        .set({ ...ids, updatedAt: ctx.clock.now() })
        .where(and(promptIs(prompt), isNull(paymentPrompts.checkoutRequestId))),
    );
  } catch (error) {
    if (!(error instanceof DarajaError) && !(error instanceof DarajaUnknown)) throw error;
    await ctx.db.withOrg(orgId, (tx) => noteTrouble(tx, ctx, prompt, error));
  }
}

/** What the phone shows: the reason, in Daraja's letters, and the account number. */
const pushOf = (ctx: OrgContext, till: Till, { id, amountCents, phone, accountNumber, reason }: Prompt) => ({
  amountKes: amountCents / 100,
  phone,
  accountReference: accountNumber,
  description:
    reason
      .replace(/[^A-Za-z0-9 ]/g, "")
      .trim()
      .slice(0, 13) || accountNumber,
  callbackUrl: tillUrl(ctx.config, "prompts", { orgId: ctx.orgId, tillId: till.id, subject: id }),
});

async function noteTrouble(
  tx: Tx,
  ctx: OrgContext,
  { id, requestId }: Prompt,
  error: DarajaError | DarajaUnknown,
): Promise<void> {
  const current = await lockPrompt(tx, ctx.orgId, id);
  if (current?.state !== "pending") return;
  notifyPages(tx, ctx.orgId, "payments");
  if (error instanceof DarajaError) {
    const { errorCode: resultCode, message } = error;
    await endPrompt(tx, ctx, current, { state: "failed", resultCode, resultDesc: message.slice(0, 300) });
    return;
  }
  await tx.update(paymentPrompts).set({ state: "unknown" }).where(promptIs(current));
  await moveRequest(tx, ctx, await lockRequest(tx, ctx.orgId, requestId), "unknown");
}
