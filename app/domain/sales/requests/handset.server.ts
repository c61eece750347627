import { z } from "zod";
import { queryRows } from "#app/db/client.server.ts";
import { moneyError } from "#app/domain/money/errors.ts";
import { payerPhone } from "#app/domain/money/payments/schemas.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { answerPrompt, promptsOn } from "#app/providers/mpesa/handset.server.ts";

/** What a prompt pays: a top-up or an invoice; or a customer's request, or the order of one. */
const walletText = `select checkout_request_id as "checkoutRequestId", 'payment' as pays, id as "subjectId"
    from payment_attempts where org_id = $1 and checkout_request_id = any($2)`;
const customerText = `select p.checkout_request_id as "checkoutRequestId", case when r.source = 'order' then 'order' else 'request' end as pays,
      case when r.source = 'order' then r.source_id else r.id end as "subjectId"
    from payment_prompts p join payment_requests r on r.org_id = $1 and r.id = p.request_id
    where p.org_id = $1 and p.checkout_request_id = any($2)`;

interface Own {
  checkoutRequestId: string;
  pays: "payment" | "request" | "order";
  subjectId: string;
}

/** Sandbox only: the organisation's pending prompts on a simulated phone, with what each pays. */
export async function promptsOnHandset(ctx: OrgContext, phone: string) {
  const { daraja } = ctx.config;
  if (!ctx.config.demo || !daraja?.simulated || !ctx.daraja) return [];
  const waiting = await promptsOn(daraja, phone);
  if (waiting.length === 0) return [];
  const ids = waiting.map((one) => one.checkoutRequestId);
  const own = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const wallet = await queryRows<Own>(tx, walletText, [ctx.orgId, ids]);
    return [...wallet, ...(await queryRows<Own>(tx, customerText, [ctx.orgId, ids]))];
  });
  return waiting.flatMap((one) => {
    const found = own.find((row) => row.checkoutRequestId === one.checkoutRequestId);
    return found ? [{ ...one, pays: found.pays, subjectId: found.subjectId }] : [];
  });
}

export const handsetAnswer = z.object({
  phone: payerPhone,
  checkoutRequestId: idOf("checkoutRequest"),
  answer: z.enum(["accept", "refuse", "timeout", "wrong-pin"]),
});

/**
 * Sandbox only: the payer's response to a payment prompt of this organisation. @throws DomainError
 * `prompt.not_found` (404) when no such prompt is pending.
 */
export async function answerOnHandset({
  ctx,
  input,
}: Call<z.output<typeof handsetAnswer>>): Promise<{ answered: true }> {
  const waiting = await promptsOnHandset(ctx, input.phone);
  const isOwn = waiting.some(({ checkoutRequestId }) => checkoutRequestId === input.checkoutRequestId);
  if (!isOwn || !(await answerPrompt(ctx.config.daraja!, input))) throw moneyError("prompt.not_found");
  return { answered: true };
}
