import { and, eq, inArray } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { accountNotes } from "#app/db/schema/console/switches.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { phoneNumbers, whatsappAccounts } from "#app/db/schema/whatsapp/accounts.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { pauseCampaignForReason } from "#app/domain/messaging/campaigns/pause.server.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { accessTokenOf } from "#app/domain/whatsapp/accounts/queries.server.ts";
import { refreshNumbers } from "#app/domain/whatsapp/accounts/refreshNumbers.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { DomainError, notFound, type Reason } from "#app/platform/errors.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { managementCall } from "#app/providers/meta/managementCall.server.ts";
import { metaRefusal } from "#app/providers/meta/refusal.server.ts";
import { m } from "#messages";
import {
  accountNoteAdded,
  accountRefreshedByStaff,
  accountReinstatedByStaff,
  accountSuspendedByStaff,
  accountTested,
} from "./events.ts";
import { staffOrgContext } from "./staffContext.ts";

type OnAccount<More = { reason: string }> = Call<{ orgId: string; accountId: string } & More, StaffContext>;

const nameOf = ({ name, wabaId }: { name: string; wabaId: string }) => name || wabaId;

type Account = typeof whatsappAccounts.$inferSelect;

async function lockAccount(tx: Tx, { orgId, accountId }: { orgId: string; accountId: string }) {
  const [account] = await tx
    .select()
    .from(whatsappAccounts)
    .where(and(eq(whatsappAccounts.orgId, orgId as OrgId), eq(whatsappAccounts.id, accountId)))
    .for("update");
  if (!account) throw notFound("WhatsApp account");
  return account;
}

async function pauseCampaigns(tx: Tx, { orgId, id }: Account, reason: Reason, at: Date): Promise<void> {
  const running = await tx
    .select({ campaignId: campaigns.id, phoneNumberId: campaigns.phoneNumberId })
    .from(campaigns)
    .innerJoin(
      phoneNumbers,
      and(
        eq(phoneNumbers.orgId, campaigns.orgId),
        eq(phoneNumbers.phoneNumberId, campaigns.phoneNumberId),
        eq(phoneNumbers.whatsappAccountId, id),
      ),
    )
    .where(and(eq(campaigns.orgId, orgId), inArray(campaigns.status, ["scheduled", "preparing", "sending"])));
  for (const { campaignId, phoneNumberId } of running) {
    await pauseCampaignForReason(tx, { orgId, campaignId, reason, at });
    wakeSender(tx, phoneNumberId);
  }
}

/** Stops all sending of one account; its campaigns pause. @throws DomainError `whatsapp.not_connected` (409). */
export async function suspendAccountForStaff({ ctx, input }: OnAccount): Promise<{ name: string }> {
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const account = await lockAccount(tx, input);
    if (account.status !== "connected") throw consoleError("whatsapp.not_connected:to_suspend");
    const statusReason = { code: "whatsapp.suspended_by_staff", said: input.reason };
    await tx
      .update(whatsappAccounts)
      .set({ status: "suspended", statusReason, staffSuspendedAt: now })
      .where(and(eq(whatsappAccounts.orgId, account.orgId), eq(whatsappAccounts.id, account.id)));
    await pauseCampaigns(tx, account, statusReason, now);
    await record(tx, staffOrgContext(ctx, account.orgId), accountSuspendedByStaff, {
      subject: account.id,
      data: { account: nameOf(account), reason: input.reason },
    });
    return { name: account.name };
  });
}

/**
 * Reinstates an account that staff suspended. @throws DomainError `whatsapp.not_suspended_by_staff` (409).
 */
export async function reinstateAccount({ ctx, input }: OnAccount): Promise<{ name: string }> {
  return ctx.db.withSystem(async (tx) => {
    const account = await lockAccount(tx, input);
    if (!account.staffSuspendedAt) throw consoleError("whatsapp.not_suspended_by_staff");
    const status = account.tokenEncrypted ? "connected" : "disconnected";
    await tx
      .update(whatsappAccounts)
      .set({ status, statusReason: null, staffSuspendedAt: null })
      .where(and(eq(whatsappAccounts.orgId, account.orgId), eq(whatsappAccounts.id, account.id)));
    await record(tx, staffOrgContext(ctx, account.orgId), accountReinstatedByStaff, {
      subject: account.id,
      data: { account: nameOf(account), reason: input.reason },
    });
    return { name: account.name };
  });
}

/** Writes a note for other administrators. The organisation sees that there is one, not its text. */
export async function createAccountNote({
  ctx,
  input,
}: OnAccount<{ body: string }>): Promise<{ id: string }> {
  return ctx.db.withSystem(async (tx) => {
    const account = await lockAccount(tx, input);
    const id = newId("nte", ctx.clock.now().getTime());
    await tx.insert(accountNotes).values({
      orgId: account.orgId,
      id,
      whatsappAccountId: account.id,
      body: input.body,
      createdBy: ctx.session.userId,
      createdAt: ctx.clock.now(),
    });
    await record(tx, staffOrgContext(ctx, account.orgId), accountNoteAdded, {
      subject: account.id,
      data: { account: nameOf(account) },
    });
    return { id };
  });
}

/**
 * Syncs the account's numbers with Meta now. @throws DomainError `whatsapp.not_connected`,
 * `meta.unreachable`, `meta.refused`.
 */
export async function refreshAccount({ ctx, input }: OnAccount): Promise<{ name: string }> {
  const account = await ctx.db.withSystem((tx) => lockAccount(tx, input));
  const orgCtx = staffOrgContext(ctx, account.orgId);
  await refreshNumbers({ ctx: orgCtx, input: { whatsappAccountId: account.id } });
  await ctx.db.withSystem((tx) =>
    record(tx, staffOrgContext(ctx, account.orgId), accountRefreshedByStaff, {
      subject: account.id,
      data: { account: nameOf(account), reason: input.reason },
    }),
  );
  return { name: account.name };
}

/**
 * Reads the account from Meta with its own token, and its webhook subscription. A refusal is a result too.
 * @throws DomainError `whatsapp_account.not_found`.
 */
export async function testConnection({ ctx, input }: OnAccount<unknown>): Promise<{
  reachable: boolean;
  subscribed: boolean;
  message: string;
  durationMs: number;
}> {
  const account = await ctx.db.withSystem((tx) => lockAccount(tx, input));
  const orgCtx = staffOrgContext(ctx, account.orgId);
  const began = performance.now();
  const took = () => Math.round(performance.now() - began);
  const answer = await ask().catch((error: unknown) => {
    const refusal = metaRefusal(error);
    if (!(refusal instanceof DomainError)) throw refusal;
    return { reachable: false, subscribed: false, message: refusal.message };
  });
  await ctx.db.withSystem((tx) =>
    record(tx, staffOrgContext(ctx, account.orgId), accountTested, {
      subject: account.id,
      data: { account: nameOf(account), reachable: answer.reachable, subscribed: answer.subscribed },
      status: answer.reachable ? "success" : "error",
    }),
  );
  return { ...answer, durationMs: took() };

  async function ask() {
    const accessToken = accessTokenOf(ctx, account);
    const path = `/${encodeURIComponent(account.wabaId)}`;
    await managementCall(orgCtx, { method: "GET", path, query: { fields: "id,name" }, accessToken });
    const { data } = await managementCall<{ data?: unknown[] }>(orgCtx, {
      method: "GET",
      path: `${path}/subscribed_apps`,
      accessToken,
    });
    const subscribed = (data ?? []).length > 0;
    const message = subscribed ? m.admin_connection_test_good() : m.admin_connection_test_no_webhooks();
    return { reachable: true, subscribed, message };
  }
}
