import { desc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { etimsAccounts, taxDocuments } from "#app/db/schema/sales/tax.ts";
import { refusalWords } from "#app/domain/money/tax/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { etimsChanged } from "#app/domain/sales/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { adviceFor } from "./advice.ts";
import { deskOf, sealDeviceKey } from "./device.server.ts";
import { accountIn, lockAccount, type TaxAccount } from "./find.server.ts";
import type { TaxAccountForm } from "./schemas.ts";

const shownDocuments = 20;

/** The organisation's device, how KRA last answered to it, and its newest documents; refused ones first. */
export async function getTaxAccount(ctx: OrgContext) {
  const { account, documents } = await ctx.db.withOrg(ctx.orgId, async (tx) => ({
    account: await accountIn(tx, ctx.orgId),
    documents: await newestDocuments(tx, ctx),
  }));
  return {
    isOffered: ctx.etims !== undefined,
    /** Of the sandbox, whose devices have this serial number. */
    sandboxSerial: ctx.config.etims?.simulated ? ctx.config.etims.deviceSerial : null,
    itemClass: ctx.config.etims?.itemClass ?? "",
    account: account ? shown(account) : null,
    documents: documents.map(({ resultCode, resultText, ...document }) => ({
      ...document,
      because: document.state === "refused" ? refusalWords(resultCode, resultText) : "",
    })),
  };
}

const shown = (account: TaxAccount) => {
  const { pin, branch, deviceSerial, itemClass, requestVatClass, isOn, lastNumber, controlUnitId, check } =
    account;
  return {
    ...{ pin, branch, deviceSerial, itemClass, requestVatClass, isOn, lastNumber, controlUnitId },
    hasTypedKey: account.typedKeyEncrypted !== null,
    check: check && { ...check, advice: adviceFor(check) },
  };
};

const newestDocuments = (tx: Tx, { orgId }: OrgContext) =>
  tx
    .select({
      id: taxDocuments.id,
      kind: taxDocuments.kind,
      number: taxDocuments.number,
      subjectId: taxDocuments.subjectId,
      paymentId: taxDocuments.paymentId,
      totalCents: taxDocuments.totalCents,
      state: taxDocuments.state,
      resultCode: taxDocuments.resultCode,
      resultText: taxDocuments.resultText,
      receiptNumber: taxDocuments.receiptNumber,
      link: taxDocuments.link,
      createdAt: taxDocuments.createdAt,
    })
    .from(taxDocuments)
    .where(eq(taxDocuments.orgId, orgId))
    .orderBy(desc(sql`${taxDocuments.state} = 'refused'`), desc(taxDocuments.taxNumber))
    .limit(shownDocuments);

/**
 * Stores the device, then checks it with KRA: a refusal is shown with what to do. PIN, branch and numbers can't change
 * once a document has one. @throws DomainError `etims.off`, `etims.in_use`
 */
export async function saveTaxAccount({ ctx, input }: Call<TaxAccountForm>): Promise<void> {
  if (!ctx.etims) throw salesError("etims.off");
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const before = await lockAccount(tx, ctx.orgId);
    const change = await changeBy(tx, ctx, before, input);
    await tx
      .insert(etimsAccounts)
      .values({ orgId: ctx.orgId, ...change })
      .onConflictDoUpdate({ target: etimsAccounts.orgId, set: change });
    await record(tx, ctx, etimsChanged, {
      subject: ctx.orgId,
      data: { pin: input.pin, isOn: before?.isOn ?? false },
    });
  });
  await checkTaxAccount(ctx);
}

async function changeBy(
  tx: Tx,
  ctx: OrgContext,
  before: TaxAccount | undefined,
  { deviceKey, ...input }: TaxAccountForm,
) {
  const isSame = before?.pin === input.pin && before.branch === input.branch;
  if (!isSame && before && (await hasDocuments(tx, ctx))) throw salesError("etims.in_use");
  const kept = isSame && (await hasDocuments(tx, ctx)) ? { lastNumber: before.lastNumber } : {};
  // KRA gives a key once: that of a device before is tried where KRA says that this one is in use.
  const earlierKey = before?.keyEncrypted ?? before?.typedKeyEncrypted ?? null;
  const isNewDevice = !isSame || before.deviceSerial !== input.deviceSerial || deviceKey !== "";
  return {
    ...{ ...input, ...kept, updatedAt: ctx.clock.now() },
    ...(isNewDevice ? { keyEncrypted: null, controlUnitId: null, itemsSavedAt: null } : {}),
    ...(isNewDevice && { typedKeyEncrypted: deviceKey ? sealDeviceKey(ctx, deviceKey) : earlierKey }),
    ...(before?.itemClass === input.itemClass ? {} : { itemsSavedAt: null }),
  };
}

async function hasDocuments(tx: Tx, { orgId }: OrgContext): Promise<boolean> {
  const [found] = await tx
    .select({ id: taxDocuments.id })
    .from(taxDocuments)
    .where(eq(taxDocuments.orgId, orgId))
    .limit(1);
  return found !== undefined;
}

/** Asks KRA whether it knows the device, and stores the answer; harmless to repeat. @throws DomainError `etims.off`, `etims.not_ready` */
export async function checkTaxAccount(ctx: OrgContext): Promise<void> {
  const account = await ctx.db.withOrg(ctx.orgId, (tx) => accountIn(tx, ctx.orgId));
  if (!account) throw salesError("etims.not_ready");
  const answer = await (await deskOf(ctx, account)).check(ctx.orgId);
  const check = {
    ...{ outcome: answer.outcome, at: ctx.clock.now().toISOString() },
    ...(answer.outcome === "refused" ? { code: answer.code, said: answer.message.slice(0, 300) } : {}),
  };
  await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.update(etimsAccounts).set({ check }).where(eq(etimsAccounts.orgId, ctx.orgId)),
  );
}

/** Lets paid orders, requests and dues get invoices from now on, or no longer. @throws DomainError `etims.off`, `etims.not_ready` */
export const switchTax = ({ ctx, input: { isOn } }: Call<{ isOn: boolean }>): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const account = await lockAccount(tx, ctx.orgId);
    if (isOn && !ctx.etims) throw salesError("etims.off");
    if (!account || (isOn && account.check?.outcome !== "ready")) throw salesError("etims.not_ready");
    if (account.isOn === isOn) return;
    await tx
      .update(etimsAccounts)
      .set({ isOn, updatedAt: ctx.clock.now() })
      .where(eq(etimsAccounts.orgId, ctx.orgId));
    await record(tx, ctx, etimsChanged, { subject: ctx.orgId, data: { pin: account.pin, isOn } });
  });
