import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { firstStepsHidden } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";

/** Ends the organisation's first steps, once; returns whether this call did. */
export async function endFirstSteps(
  tx: Tx,
  { orgId, clock }: Pick<OrgContext, "orgId" | "clock">,
): Promise<boolean> {
  const ended = await tx
    .update(organisations)
    .set({ firstStepsEndedAt: clock.now() })
    .where(and(eq(organisations.id, orgId), isNull(organisations.firstStepsEndedAt)))
    .returning({ id: organisations.id });
  return ended.length > 0;
}

/** Marks that a member saw the organisation's results, once and only when there are any. */
export async function markResultsSeen(
  tx: Tx,
  { orgId, clock }: Pick<OrgContext, "orgId" | "clock">,
  hasResults: SQL<boolean>,
): Promise<void> {
  await tx
    .update(organisations)
    .set({ resultsSeenAt: clock.now() })
    .where(and(eq(organisations.id, orgId), isNull(organisations.resultsSeenAt), hasResults));
}

/** Hides the first steps from all members, though not all are done. */
export async function hideFirstSteps(ctx: OrgContext): Promise<{ hidden: true }> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    if (await endFirstSteps(tx, ctx))
      await record(tx, ctx, firstStepsHidden, { subject: ctx.orgId, data: {} });
  });
  return { hidden: true };
}
