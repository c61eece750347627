import type { OrgContext } from "#app/api/context.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notify } from "#app/domain/notifications/notify.server.ts";
import { type WhatsappAccount, withSameToken } from "./queries.server.ts";

/**
 * Meta refuses the token of `account`: it can't be used until it is connected again. The member is told once. A token that
 * came while Meta was asked stays.
 */
export async function suspendAccount({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { account: WhatsappAccount; reason: string };
}): Promise<void> {
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
    await recordActivity(tx, ctx, {
      type: "settings",
      status: "error",
      action: "WhatsApp connection lost",
      details: input.reason,
    });
    await notify(tx, ctx, {
      title: "WhatsApp connection lost",
      body: `${account.name}: connect the account again to go on sending.`,
      href: "/whatsapp",
    });
  });
}
