import type { OrgContext } from "#app/api/context.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { formatKes } from "#app/shared/money.ts";
import { bookEntry } from "./book.server.ts";

/**
 * Sandbox only: adds play money to the wallet, so that sending can be tried without a payment.
 * @throws DomainError `wallet.no_test_credit` (403) where a real Meta app is configured.
 */
export async function topUpTestCredit({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { amountKes: number; key: string };
}): Promise<{ added: boolean }> {
  if (!ctx.config.meta.simulated)
    throw new DomainError("forbidden", "wallet.no_test_credit", "Test credit exists in the sandbox only.");
  const amountCents = input.amountKes * 100;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { booked } = await bookEntry(tx, {
      orgId: ctx.orgId,
      kind: "top_up",
      description: "Test credit",
      reference: `test-credit:${input.key}`,
      postings: { funding: -amountCents, wallet: amountCents },
      at: ctx.clock.now(),
    });
    if (booked)
      await recordActivity(tx, ctx, {
        type: "billing",
        action: "Test credit added",
        details: `${formatKes(amountCents)} of test credit was added to the wallet`,
      });
    return { added: booked };
  });
}
