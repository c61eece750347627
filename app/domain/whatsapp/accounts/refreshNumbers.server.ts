import type { Call } from "#app/platform/context.ts";
import { DomainError } from "#app/platform/errors.ts";
import { listWabaNumbers, readWaba } from "#app/providers/meta/accounts.server.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { deleteNumbers, saveNumber, saveVerification } from "./numbers.server.ts";
import { accessTokenOf, findAccount } from "./queries.server.ts";

/**
 * Updates an account from Meta: the verification of its business, and the status, quality, name and
 * throughput of its numbers. Numbers that Meta restricted or banned stop sending, released ones resume.
 * @throws DomainError `whatsapp_account.not_found`, `whatsapp.not_connected`, `meta.unreachable`,
 * `meta.refused`.
 */
export async function refreshNumbers({ ctx, input }: Call<{ whatsappAccountId: string }>): Promise<void> {
  const account = await findAccount(ctx, input.whatsappAccountId);
  const token = accessTokenOf(ctx, account);
  const [listed, { isBusinessVerified }] = await Promise.all([
    listWabaNumbers(ctx.graph, token, account.wabaId),
    readWaba(ctx.graph, token, account.wabaId),
  ]).catch((error: unknown) => {
    throw metaRefusal(error);
  });
  await saveVerification(ctx, account, isBusinessVerified);
  for (const node of listed) {
    await saveNumber(ctx, account, node).catch((error: unknown) => {
      // Another organisation has this number: it is skipped.
      if (!(error instanceof DomainError && error.code === "whatsapp.number_taken")) throw error;
    });
  }
  await deleteNumbers(ctx, account, listed);
}
