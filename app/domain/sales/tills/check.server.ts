import { and, eq } from "drizzle-orm";
import { type CheckResult, type TillCheck, tills } from "#app/db/schema/sales/tills.ts";
import { record } from "#app/domain/record/record.server.ts";
import { tillChecked } from "#app/domain/sales/events.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { type Daraja, DarajaError, DarajaUnknown } from "#app/platform/gates/daraja.ts";
import { tillUrl } from "./addresses.ts";
import { factsOfTill, findTill } from "./find.server.ts";
import { darajaOf, type Till } from "./keys.server.ts";

type Checks = Partial<Record<TillCheck, CheckResult>>;

/** M-Pesa's answer to a repeated registration: fine where the one before was ours. */
const isRegistered = (error: DarajaError) => /already registered/i.test(error.message);

const hourMs = 3_600_000;

/**
 * Checks keys, addresses and pulling with M-Pesa, and stores what it found: what it refused with its code and
 * words. Repeating it is harmless.
 */
export async function checkTill(ctx: OrgContext, tillId: string): Promise<Checks> {
  const till = await ctx.db.withOrg(ctx.orgId, (tx) => findTill(tx, ctx.orgId, tillId));
  const checks = { ...till.checks, ...(await askAll(ctx, till)) };
  const { pull } = checks;
  const failed = Object.entries(checks).flatMap(([name, { state }]) => (state === "failed" ? [name] : []));
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .update(tills)
      .set({ checks, nextPullAt: pull?.state === "ok" ? (till.nextPullAt ?? ctx.clock.now()) : null })
      .where(and(eq(tills.orgId, ctx.orgId), eq(tills.id, tillId)));
    await record(tx, ctx, tillChecked, {
      subject: tillId,
      data: { ...factsOfTill(till), failed },
      ...(failed.length > 0 ? { status: "warning" } : {}),
    });
  });
  return checks;
}

async function askAll(ctx: OrgContext, till: Till): Promise<Checks> {
  const daraja = darajaOf(ctx, till);
  const at = ctx.clock.now().toISOString();
  const keys = await tried(at, () => daraja.requireToken());
  if (keys.state !== "ok")
    return { keys, addresses: { state: "skipped", at }, pull: { state: "skipped", at } };
  const wasOurs = till.checks.addresses?.state === "ok";
  const addresses = await registerAddresses(ctx, till, wasOurs);
  const pull =
    till.nominatedPhone === null
      ? ({ state: "skipped", at } as const)
      : await tried(at, () => registerPull(ctx, till, daraja), true);
  return { keys, addresses, pull };
}

const addressOf = (till: Till) => ({
  orgId: till.orgId,
  tillId: till.id,
  subject: String(till.hookVersion),
});

/** Registers a till's callback addresses. `wasOurs`: those that M-Pesa has may be these. */
export const registerAddresses = (ctx: OrgContext, till: Till, wasOurs = false): Promise<CheckResult> =>
  tried(
    ctx.clock.now().toISOString(),
    () =>
      darajaOf(ctx, till).registerUrls(
        {
          confirmationUrl: tillUrl(ctx.config, "confirmations", addressOf(till)),
          validationUrl: tillUrl(ctx.config, "validations", addressOf(till)),
          payerForm: "mask",
        },
        ctx.orgId,
      ),
    wasOurs,
  );

const registerPull = (ctx: OrgContext, till: Till, daraja: Daraja) =>
  daraja.registerPull(
    {
      callbackUrl: tillUrl(ctx.config, "confirmations", addressOf(till)),
      nominatedNumber: till.nominatedPhone!,
    },
    ctx.orgId,
  );

/** What M-Pesa responded to a call. */
export async function tried(
  at: string,
  call: () => Promise<unknown>,
  mayBeRegistered = false,
): Promise<CheckResult> {
  try {
    await call();
    return { state: "ok", at };
  } catch (error) {
    if (error instanceof DarajaError)
      return mayBeRegistered && isRegistered(error)
        ? { state: "ok", at }
        : { state: "failed", code: error.errorCode, said: error.message.slice(0, 300), at };
    if (error instanceof DarajaUnknown) return { state: "failed", code: "silent", at };
    throw error;
  }
}

/** How long after a pull the next one is due. */
export const pullEveryMs = hourMs;
