import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { whatsappAccounts } from "#app/db/schema/whatsapp.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notify } from "#app/domain/notifications/notify.server.ts";

/** Meta refuses our token: the account can't be used until it is connected again. The member is told once. */
export async function suspendAccount({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { id: string; reason: string };
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
      .where(and(eq(whatsappAccounts.orgId, ctx.orgId), eq(whatsappAccounts.id, input.id)))
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
