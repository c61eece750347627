import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { supportVisits } from "#app/db/schema/accounts/sessions.ts";
import { dataSettings } from "#app/db/schema/organisations/organisations.ts";
import { retentionChanged, supportEnded, supportSwitched } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { readDataSettings } from "./queries.server.ts";

async function save(
  tx: Tx,
  ctx: OrgContext,
  change: Partial<Pick<typeof dataSettings.$inferInsert, "retentionDays" | "supportAllowed">>,
) {
  const updatedAt = ctx.clock.now();
  await tx
    .insert(dataSettings)
    .values({ orgId: ctx.orgId, ...change, updatedAt })
    .onConflictDoUpdate({ target: dataSettings.orgId, set: { ...change, updatedAt } });
}

/** How long conversations are kept. Shorter counts from the coming night on. */
export async function updateRetention({ ctx, input }: Call<{ retentionDays: number }>) {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const before = await readDataSettings(tx, ctx.orgId);
    if (before.retentionDays === input.retentionDays) return;
    await save(tx, ctx, input);
    await record(tx, ctx, retentionChanged, {
      subject: ctx.orgId,
      data: { days: input.retentionDays },
      changes: { retentionDays: [before.retentionDays, input.retentionDays] },
    });
  });
  return input;
}

/** Whether staff may open this workspace. Switched off, visits that are open end at once. */
export async function switchSupport({ ctx, input }: Call<{ allowed: boolean }>) {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const before = await readDataSettings(tx, ctx.orgId);
    if (before.supportAllowed === input.allowed) return;
    await save(tx, ctx, { supportAllowed: input.allowed });
    await record(tx, ctx, supportSwitched, { subject: ctx.orgId, data: { allowed: input.allowed } });
    if (input.allowed) return;
    const ended = await tx
      .update(supportVisits)
      .set({ endedAt: ctx.clock.now(), endedBecause: "switched_off" })
      .where(and(eq(supportVisits.orgId, ctx.orgId), isNull(supportVisits.endedAt)))
      .returning({ id: supportVisits.id });
    for (const { id } of ended)
      await record(tx, ctx, supportEnded, { subject: id, data: { because: "switched_off" } });
  });
  return input;
}
