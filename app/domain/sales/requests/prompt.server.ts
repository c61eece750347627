import type { Tx } from "#app/db/client.server.ts";
import { paymentPrompts } from "#app/db/schema/sales/payments.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { findContact } from "#app/domain/contacts/find.server.ts";
import { firstCheckSeconds } from "#app/domain/money/payments/checkTimes.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { checkPromptJob, pushPromptJob } from "#app/domain/sales/jobs.ts";
import { tillToAskWith } from "#app/domain/sales/tills/find.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { formatKes } from "#app/platform/money/money.ts";
import { lockRequest, moveRequest } from "./end.server.ts";
import { isIdle } from "./states.ts";

/** M-Pesa's smallest and largest payment. */
const leastCents = 100;
const largestCents = 250_000_00;

/** Kenyan mobile numbers. */
const hasMpesa = /^\+254[17]\d{8}$/;

export interface PromptInput {
  requestId: string;
  phone?: string | undefined;
}

/**
 * Sends an M-Pesa prompt for what is left of a request, to a phone or else to the contact's. The prompt is
 * stored, and a worker calls M-Pesa. @throws DomainError `payment_request.not_found`, `payment_request.ended`,
 * `payment_request.no_phone`, `payment_request.prompt_open` while one waits for this request or on this phone,
 * `payment_request.nothing_left`, `till.removed`
 */
export const promptRequest = ({ ctx, input }: Call<PromptInput>): Promise<{ promptId: string }> =>
  oneOpenPrompt(() => ctx.db.withOrg(ctx.orgId, (tx) => promptRequestIn(tx, ctx, input)));

/** Around the transaction of a prompt. @throws DomainError `payment_request.prompt_open` for a second open one */
export async function oneOpenPrompt<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw salesError("payment_request.prompt_open");
  }
}

/** The same, within a larger transaction, around which is `oneOpenPrompt`. */
export async function promptRequestIn(
  tx: Tx,
  ctx: OrgContext,
  { requestId, phone }: PromptInput,
): Promise<{ promptId: string }> {
  const now = ctx.clock.now();
  const request = await lockRequest(tx, ctx.orgId, requestId);
  if (request.state === "prompted" || request.state === "unknown")
    throw salesError("payment_request.prompt_open");
  if (!isIdle(request.state) || request.contactId === null) throw salesError("payment_request.ended");
  const till = await tillToAskWith(tx, ctx.orgId, request.tillId);
  const to = phone ?? (await findContact(tx, ctx.orgId, request.contactId)).phone;
  if (!to || !hasMpesa.test(to)) throw salesError("payment_request.no_phone");
  // M-Pesa takes whole shillings; the rounding is the customer's credit.
  const leftCents = Math.ceil((request.amountCents - request.paidCents) / 100) * 100;
  if (leftCents <= 0 || leftCents > largestCents)
    throw salesError("payment_request.nothing_left", {
      values: { least: formatKes(leastCents), most: formatKes(largestCents) },
    });
  const promptId = newId("ppt", now.getTime());
  await tx.insert(paymentPrompts).values({
    orgId: ctx.orgId,
    id: promptId,
    requestId,
    tillId: till.id,
    phone: to,
    amountCents: leftCents,
    createdAt: now,
    updatedAt: now,
  });
  await moveRequest(tx, ctx, request, "prompted");
  const { orgId } = ctx;
  await ctx.jobs.enqueue(pushPromptJob, { orgId, promptId }, { tx });
  await ctx.jobs.enqueue(
    checkPromptJob,
    { orgId, promptId, check: 0 },
    { tx, startAfter: new Date(now.getTime() + firstCheckSeconds * 1000) },
  );
  return { promptId };
}
