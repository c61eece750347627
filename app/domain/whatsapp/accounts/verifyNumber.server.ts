import type { Call } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { activateAccount } from "./activate.server.ts";
import type { FinishedSignup } from "./finishSignup.server.ts";
import { registerWithPin } from "./numbers.server.ts";
import { accessTokenOf, findSender } from "./queries.server.ts";

/**
 * Registers a number with the two-step PIN that it already had, and finishes the setup of its account.
 * @throws DomainError `whatsapp_number.not_found`, `whatsapp.pin_refused` at the field `pin`.
 */
export async function verifyNumber({
  ctx,
  input,
}: Call<{ phoneNumberId: string; pin: string }>): Promise<FinishedSignup> {
  const { number, account } = await findSender(ctx, input.phoneNumberId);
  const token = accessTokenOf(ctx, account);
  try {
    await registerWithPin(ctx, token, number, input.pin);
  } catch (error) {
    const refusal = metaRefusal(error, "whatsapp.pin_refused");
    if (!(refusal instanceof DomainError)) throw refusal;
    throw new DomainError(refusal.kind, refusal.code, refusal.message, {
      fields: { pin: refusal.message },
      cause: error,
    });
  }
  return activateAccount({ ctx, input: { id: account.id } });
}
