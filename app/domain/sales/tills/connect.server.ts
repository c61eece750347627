import { type CheckResult, type TillCheck, type TillKind, tills } from "#app/db/schema/sales/tills.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { tillConnected, tillRemoved } from "#app/domain/sales/events.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { checkTill } from "./check.server.ts";
import { factsOfTill, lockTill, ofTill } from "./find.server.ts";
import { sealKeys, type TillKeys } from "./keys.server.ts";

export interface NewTill extends TillKeys {
  name: string;
  kind: TillKind;
  number: string;
  storeNumber: string;
  nominatedPhone: string;
}

/**
 * Connects a paybill or till: stores it with its keys sealed, then checks it. A part that M-Pesa refuses is
 * shown with what to do; the till is kept, so that nothing has to be typed again.
 * @throws DomainError `till.number_taken`
 */
export async function connectTill({
  ctx,
  input,
}: Call<NewTill>): Promise<{ tillId: string; checks: Partial<Record<TillCheck, CheckResult>> }> {
  const tillId = newId("til", ctx.clock.now().getTime());
  await insertTill(ctx, tillId, input).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    throw salesError("till.number_taken");
  });
  return { tillId, checks: await checkTill(ctx, tillId) };
}

async function insertTill(ctx: OrgContext, id: string, input: NewTill): Promise<void> {
  const { name, kind, number, storeNumber, nominatedPhone, ...keys } = input;
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx.insert(tills).values({
      orgId: ctx.orgId,
      ...{ id, name, kind, number },
      storeNumber: kind === "buy_goods" ? storeNumber : null,
      nominatedPhone: nominatedPhone || null,
      keysEncrypted: sealKeys(ctx, ctx.orgId, id, keys),
      createdAt: ctx.clock.now(),
    });
    await record(tx, ctx, tillConnected, { subject: id, data: { till: name, number } });
  });
}

/**
 * Removes a till: its keys are deleted, its addresses end, its payments stay. Repeating it changes nothing.
 * @throws DomainError `till.not_found`
 */
export async function removeTill({ ctx, input }: Call<{ tillId: string }>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const till = await lockTill(tx, ctx.orgId, input.tillId);
    if (till.removedAt !== null) return;
    await tx
      .update(tills)
      .set({ removedAt: ctx.clock.now(), keysEncrypted: null, nextPullAt: null })
      .where(ofTill(till));
    await record(tx, ctx, tillRemoved, { subject: till.id, data: factsOfTill(till) });
  });
}
