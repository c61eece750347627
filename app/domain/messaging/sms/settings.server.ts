import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { type SmsAccountCheck, smsSettings } from "#app/db/schema/messaging/sms.ts";
import { messagingError } from "#app/domain/messaging/errors.ts";
import { smsAccountRemoved, smsConnected, smsDisconnected } from "#app/domain/messaging/events.ts";
import { readPrices } from "#app/domain/money/prices/read.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import type { SmsBalance } from "#app/platform/gates/sms.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { smsHookUrls } from "#app/platform/secrets/smsHook.ts";
import { accountOf, sealApiKey } from "./accounts.server.ts";
import type { SmsAccountForm } from "./schemas.ts";

type Settings = typeof smsSettings.$inferSelect;

const settingsOf = async (tx: Tx, orgId: OrgId): Promise<Settings | undefined> =>
  (await tx.select().from(smsSettings).where(eq(smsSettings.orgId, orgId)))[0];

/** How the organisation sends SMS, without its key, and where its account's reports go. */
export async function getSmsSettings(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const row = await settingsOf(tx, ctx.orgId);
    const { account, isOn, username, senderName, checkedAt, checkResult, balance } = row ?? {};
    return {
      settings: row
        ? { account: account!, isOn: isOn!, username, senderName, checkedAt, checkResult, balance }
        : null,
      platformOffers: ctx.config.sms.account !== undefined,
      partCents: (await readPrices(tx)).smsPartAt(ctx.clock.now()),
      addresses: smsHookUrls(ctx.config, ctx.orgId, ctx.config.sms.simulated),
    };
  });
}

/**
 * Turns SMS on, by the platform's account or the organisation's own, whose keys are checked first: what the service refuses is
 * not stored. Without a new key the stored one stays.
 * @throws DomainError `sms.platform_off`, `sms.key_required`, `sms.key_refused`, `sms.unreachable`
 */
export async function connectSms({ ctx, input }: Call<SmsAccountForm>): Promise<{ balance: string | null }> {
  const before = await ctx.db.withOrg(ctx.orgId, (tx) => settingsOf(tx, ctx.orgId));
  const wanted = wantedSettings(ctx, input, before);
  const balance = await requireAccepted(ctx, wanted);
  const values = {
    ...wanted,
    isOn: true,
    ...{ checkedAt: ctx.clock.now(), checkResult: "ok" as SmsAccountCheck, balance },
    updatedAt: ctx.clock.now(),
  };
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .insert(smsSettings)
      .values({ ...values, createdAt: ctx.clock.now() })
      .onConflictDoUpdate({ target: smsSettings.orgId, set: values });
    await record(tx, ctx, smsConnected, {
      subject: ctx.orgId,
      data: { account: values.account, senderName: values.senderName },
    });
  });
  return { balance };
}

type Wanted = Pick<Settings, "orgId" | "account" | "username" | "apiKeyEncrypted" | "senderName">;

function wantedSettings(ctx: OrgContext, input: SmsAccountForm, before: Settings | undefined): Wanted {
  const { orgId } = ctx;
  const { account, username, apiKey, senderName } = input;
  if (account === "platform") {
    if (!ctx.config.sms.account) throw messagingError("sms.platform_off");
    return { orgId, account, username: null, apiKeyEncrypted: null, senderName: null };
  }
  const isSameUser = before?.username === username;
  const stored = isSameUser ? (before?.apiKeyEncrypted ?? null) : null;
  const apiKeyEncrypted = apiKey ? sealApiKey(ctx, orgId, apiKey) : stored;
  if (!username) throw messagingError("sms.username_required", { field: "username" });
  if (!apiKeyEncrypted) throw messagingError("sms.key_required", { field: "apiKey" });
  return { orgId, account, username, apiKeyEncrypted, senderName: senderName || null };
}

/** The balance of an own account; the platform's is not shown. */
async function requireAccepted(ctx: OrgContext, wanted: Wanted): Promise<string | null> {
  if (wanted.account === "platform") return null;
  const answer: SmsBalance = await accountOf(ctx, wanted)!.account.readBalance();
  if (answer.outcome === "refused") throw messagingError("sms.key_refused", { field: "apiKey" });
  if (answer.outcome === "unreachable") throw messagingError("sms.unreachable");
  return answer.balance;
}

/** Turns SMS off and keeps the account. SMS that still wait are skipped when they are due. */
export async function turnOffSms({ ctx }: { ctx: OrgContext }): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const changed = await tx
      .update(smsSettings)
      .set({ isOn: false, updatedAt: ctx.clock.now() })
      .where(and(eq(smsSettings.orgId, ctx.orgId), eq(smsSettings.isOn, true)))
      .returning({ account: smsSettings.account });
    if (changed.length > 0) await record(tx, ctx, smsDisconnected, { subject: ctx.orgId, data: {} });
  });
}

/** Deletes the account with its key, which also turns SMS off. */
export async function removeSms({ ctx }: { ctx: OrgContext }): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const removed = await tx
      .delete(smsSettings)
      .where(eq(smsSettings.orgId, ctx.orgId))
      .returning({ account: smsSettings.account });
    if (removed.length > 0) await record(tx, ctx, smsAccountRemoved, { subject: ctx.orgId, data: {} });
  });
}
