import { z } from "zod";
import { moneyError } from "#app/domain/money/errors.ts";
import type { Call } from "#app/platform/context.ts";
import { idOf } from "#app/platform/objectIds.ts";
import { answerPrompt } from "#app/providers/mpesa/handset.server.ts";
import { promptsOnHandset } from "./queries.server.ts";
import { payerPhone } from "./schemas.ts";

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
