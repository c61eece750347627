import type { CheckResult, TillCheck } from "#app/db/schema/sales/tills.ts";
import { tills } from "#app/db/schema/sales/tills.ts";
import { record } from "#app/domain/record/record.server.ts";
import { tillKeysReplaced } from "#app/domain/sales/events.ts";
import type { Call } from "#app/platform/context.ts";
import { checkTill } from "./check.server.ts";
import { factsOfTill, lockConnected, ofTill } from "./find.server.ts";
import { sealKeys, type TillKeys } from "./keys.server.ts";

/** Stores new keys of a till, sealed, and checks it. @throws DomainError `till.not_found`, `till.removed` */
export async function replaceKeys({
  ctx,
  input: { tillId, ...keys },
}: Call<TillKeys & { tillId: string }>): Promise<{ checks: Partial<Record<TillCheck, CheckResult>> }> {
  const { consumerKey, consumerSecret, passkey, operator, operatorPassword } = keys;
  const sealed = sealKeys(ctx, ctx.orgId, tillId, {
    consumerKey,
    consumerSecret,
    passkey,
    operator,
    operatorPassword,
  });
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const till = await lockConnected(tx, ctx.orgId, tillId);
    await tx.update(tills).set({ keysEncrypted: sealed, problems: 0, lastProblem: null }).where(ofTill(till));
    await record(tx, ctx, tillKeysReplaced, { subject: tillId, data: factsOfTill(till) });
  });
  return { checks: await checkTill(ctx, tillId) };
}
