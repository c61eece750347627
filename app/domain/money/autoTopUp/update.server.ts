import { eq } from "drizzle-orm";
import { autoTopUps } from "#app/db/schema/money/payments.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { autoTopUpChanged } from "../events.ts";
import type { AutoTopUpForm } from "./schemas.ts";

/** The settings of automatic top-up; null when there are none. */
export async function getAutoTopUp(ctx: OrgContext) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) =>
    tx.select().from(autoTopUps).where(eq(autoTopUps.orgId, ctx.orgId)),
  );
  if (!row) return null;
  const { isOn, phone, thresholdCents, amountCents, dailyCapCents, openKey, lastProblem } = row;
  return {
    isOn,
    phone,
    thresholdCents,
    amountCents,
    dailyCapCents,
    isUnderWay: openKey !== null,
    lastProblem: lastProblem && noteWords(lastProblem),
  };
}

/** Updates the settings of automatic top-up and resets its failures. */
export async function updateAutoTopUp({ ctx, input }: Call<AutoTopUpForm>): Promise<Record<string, never>> {
  const now = ctx.clock.now();
  const chosen = {
    isOn: input.isOn === "on",
    thresholdCents: input.thresholdKes * 100,
    amountCents: input.amountKes * 100,
    dailyCapCents: input.dailyCapKes * 100,
  };
  const set = {
    ...chosen,
    phone: input.phone,
    ...{ failures: 0, nextTryAt: null, lastProblem: null },
    changedBy: userOf(ctx.actor),
    updatedAt: now,
  };
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .insert(autoTopUps)
      .values({ orgId: ctx.orgId, ...set, createdAt: now })
      .onConflictDoUpdate({ target: autoTopUps.orgId, set });
    await record(tx, ctx, autoTopUpChanged, { subject: null, data: chosen });
  });
  return {};
}
