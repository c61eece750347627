import { type AccountReason, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { record } from "#app/domain/record/record.server.ts";
import { whatsappLost } from "#app/domain/whatsapp/events.ts";
import type { Call } from "#app/platform/context.ts";
import { type WhatsappAccount, withSameToken } from "./queries.server.ts";

/**
 * Suspends an account whose token Meta refused, until it is reconnected, and notifies its members once. A
 * newer token is unchanged.
 */
export async function suspendAccount({
  ctx,
  input,
}: Call<{ account: WhatsappAccount; reason: AccountReason }>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [account] = await tx
      .update(whatsappAccounts)
      .set({
        status: "suspended",
        statusReason: input.reason,
        webhookStatus: "inactive",
        tokenEncrypted: null,
        connectedAt: null,
      })
      .where(withSameToken(input.account))
      .returning();
    if (!account) return;
    await record(tx, ctx, whatsappLost, {
      subject: account.id,
      data: { account: account.name, reason: input.reason },
    });
  });
}
