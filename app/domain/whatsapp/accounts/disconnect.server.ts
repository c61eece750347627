import { and, eq } from "drizzle-orm";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { record } from "#app/domain/record/record.server.ts";
import { whatsappDisconnected } from "#app/domain/whatsapp/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { unsubscribeApp } from "#app/providers/meta/accounts.server.ts";
import { GraphError } from "#app/providers/meta/graph.server.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { accessTokenOf, findAccount, type WhatsappAccount } from "./queries.server.ts";

/**
 * Disconnects an account: unsubscribes its webhooks (facts/whatsapp-cloud-api.md §3.2) and deletes its token,
 * so its numbers can't send. A refusal by Meta is ignored, since the access may be gone already. @throws
 * DomainError `whatsapp_account.not_found`, `meta.unreachable`.
 */
export async function disconnectAccount({
  ctx,
  input,
}: Call<{ id: string }>): Promise<{ disconnected: true }> {
  const account = await findAccount(ctx, input.id);
  const refusedByMeta = await unsubscribe(ctx, account);
  const thisAccount = and(eq(whatsappAccounts.orgId, ctx.orgId), eq(whatsappAccounts.id, account.id));
  await ctx.db.for("long").withOrg(ctx.orgId, async (tx) => {
    await tx
      .update(whatsappAccounts)
      .set({
        status: "disconnected",
        statusReason: null,
        webhookStatus: "inactive",
        tokenEncrypted: null,
        tokenExpiresAt: null,
        connectedAt: null,
      })
      .where(thisAccount);
    await tx
      .update(phoneNumbers)
      .set({ status: "DISCONNECTED" })
      .where(and(eq(phoneNumbers.orgId, ctx.orgId), eq(phoneNumbers.whatsappAccountId, account.id)));
    await record(tx, ctx, whatsappDisconnected, {
      subject: account.id,
      status: refusedByMeta ? "warning" : "success",
      data: { account: account.name, wabaId: account.wabaId, endedByMeta: refusedByMeta },
    });
  });
  return { disconnected: true };
}

/** Returns whether Meta refused. */
async function unsubscribe(ctx: OrgContext, account: WhatsappAccount): Promise<boolean> {
  if (!account.tokenEncrypted) return false;
  try {
    await unsubscribeApp(ctx, accessTokenOf(ctx, account), account.wabaId);
    return false;
  } catch (error) {
    if (!(error instanceof GraphError)) throw metaRefusal(error);
    return true;
  }
}
