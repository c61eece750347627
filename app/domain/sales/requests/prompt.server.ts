import { and, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { notifyPages } from "#app/db/notify.server.ts";
import { paymentPrompts } from "#app/db/schema/sales/payments.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { firstCheckSeconds } from "#app/domain/money/payments/checkTimes.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { checkPromptJob } from "#app/domain/sales/jobs.ts";
import { tillUrl } from "#app/domain/sales/tills/addresses.ts";
import { tillToAskWith } from "#app/domain/sales/tills/find.server.ts";
import { darajaOf, type Till } from "#app/domain/sales/tills/keys.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { DarajaError, DarajaUnknown } from "#app/platform/gates/daraja.ts";
import { newId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { lockRequest, moveRequest } from "./end.server.ts";
import { endPrompt, lockPrompt, type Prompt, promptIs } from "./endPrompt.server.ts";
import { isIdle } from "./states.ts";

/** M-Pesa's smallest and largest payment. */
const leastCents = 100;
const largestCents = 250_000_00;

/**
 * Sends an M-Pesa prompt for what is left of a request, to a phone or else to the contact's. The prompt is
 * stored before M-Pesa is called. @throws DomainError `payment_request.not_found`, `payment_request.ended`,
 * `payment_request.no_phone`, `payment_request.prompt_open` while one waits for this request or on this phone,
 * `payment_request.nothing_left`, `till.removed`
 */
export async function promptRequest({
  ctx,
  input,
}: Call<{ requestId: string; phone?: string | undefined }>): Promise<{ promptId: string }> {
  const { till, prompt } = await storePrompt(ctx, input);
  await push(ctx, till, prompt);
  return { promptId: prompt.id };
}

async function storePrompt(ctx: OrgContext, input: { requestId: string; phone?: string | undefined }) {
  try {
    return await ctx.db.withOrg(ctx.orgId, (tx) => insertPrompt(tx, ctx, input));
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw salesError("payment_request.prompt_open");
  }
}

async function insertPrompt(
  tx: Tx,
  ctx: OrgContext,
  { requestId, phone }: { requestId: string; phone?: string | undefined },
): Promise<{ till: Till; prompt: Prompt }> {
  const now = ctx.clock.now();
  const request = await lockRequest(tx, ctx.orgId, requestId);
  if (request.state === "prompted" || request.state === "unknown")
    throw salesError("payment_request.prompt_open");
  if (!isIdle(request.state) || request.contactId === null) throw salesError("payment_request.ended");
  const till = await tillToAskWith(tx, ctx.orgId, request.tillId);
  const to = phone ?? (await findContact(tx, ctx.orgId, request.contactId)).phone;
  if (!to) throw salesError("payment_request.no_phone");
  // M-Pesa takes whole shillings; the rounding is the customer's credit.
  const leftCents = Math.ceil((request.amountCents - request.paidCents) / 100) * 100;
  if (leftCents <= 0 || leftCents > largestCents)
    throw salesError("payment_request.nothing_left", {
      values: { least: formatKes(leastCents), most: formatKes(largestCents) },
    });
  const [prompt] = await tx
    .insert(paymentPrompts)
    .values({
      orgId: ctx.orgId,
      id: newId("ppt", now.getTime()),
      requestId,
      tillId: till.id,
      phone: to,
      amountCents: leftCents,
      createdAt: now,
      updatedAt: now,
    })
    .returning();
  await moveRequest(tx, ctx, request, "prompted");
  await ctx.jobs.enqueue(
    checkPromptJob,
    { orgId: ctx.orgId, promptId: prompt!.id, check: 0 },
    { tx, startAfter: new Date(now.getTime() + firstCheckSeconds * 1000) },
  );
  return { till, prompt: { ...prompt!, accountNumber: request.accountNumber, reason: request.reason } };
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
