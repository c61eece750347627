import type { OrgContext } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { listWabaNumbers } from "#app/providers/meta/accounts.server.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { forgetNumbers, saveNumber } from "./numbers.server.ts";
import { accessTokenOf, findAccount } from "./queries.server.ts";

/**
 * Brings the numbers of an account in line with Meta: status, quality, name, throughput. A number that Meta has restricted
 * or banned sends no more, one that it has set free does again.
 * @throws DomainError `whatsapp_account.not_found`, `whatsapp.not_connected`, `meta.unreachable`, `meta.refused`.
 */
export async function refreshNumbers({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { whatsappAccountId: string };
}): Promise<void> {
  const account = await findAccount(ctx, input.whatsappAccountId);
  const listed = await listWabaNumbers(ctx.graph, accessTokenOf(ctx, account), account.wabaId).catch(
    (error: unknown) => {
      throw metaRefusal(error);
    },
  );
  for (const node of listed) {
    await saveNumber(ctx, account, node).catch((error: unknown) => {
      // A number that another organisation of the platform has stays there.
      if (!(error instanceof DomainError && error.code === "whatsapp.number_taken")) throw error;
    });
  }
  await forgetNumbers(ctx, account, listed);
}
