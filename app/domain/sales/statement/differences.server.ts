import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { tillDifferences } from "#app/db/schema/sales/matching.ts";
import { record } from "#app/domain/record/record.server.ts";
import { salesError } from "#app/domain/sales/errors.ts";
import { differenceClosed, differenceTaken } from "#app/domain/sales/events.ts";
import { factsOfTill, findTill } from "#app/domain/sales/tills/find.server.ts";
import { type Call, type OrgContext, userOf } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { withOwners } from "./statement.server.ts";

interface Named {
  tillId: string;
  tillDifferenceId: string;
}

const own = (orgId: OrgContext["orgId"], { tillId, tillDifferenceId }: Named) =>
  and(
    eq(tillDifferences.orgId, orgId),
    eq(tillDifferences.tillId, tillId),
    eq(tillDifferences.id, tillDifferenceId),
  );

/** @throws DomainError `till.not_found`, `till_difference.not_found` */
export const getDifference = (ctx: OrgContext, input: Named) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { id, name, number } = await findTill(tx, ctx.orgId, input.tillId);
    const [row] = await tx.select().from(tillDifferences).where(own(ctx.orgId, input));
    if (!row) throw notFound("Till difference");
    const [difference] = await withOwners(tx, ctx, [row]);
    return { till: { id, name, number }, difference: difference! };
  });

/** A member takes care of a difference. @throws DomainError `till_difference.not_found`, `till_difference.closed` */
export async function takeDifference({ ctx, input }: Call<Named>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { receipt, facts } = await lockOpen(tx, ctx, input);
    await tx
      .update(tillDifferences)
      .set({ ownerId: userOf(ctx.actor) })
      .where(own(ctx.orgId, input));
    await record(tx, ctx, differenceTaken, { subject: input.tillDifferenceId, data: { ...facts, receipt } });
  });
}

/** Closes a difference with its explanation. @throws DomainError `till_difference.not_found`, `till_difference.closed` */
export async function closeDifference({ ctx, input }: Call<Named & { explanation: string }>): Promise<void> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const { receipt, ownerId, facts } = await lockOpen(tx, ctx, input);
    const closedBy = userOf(ctx.actor);
    await tx
      .update(tillDifferences)
      .set({
        ...{ state: "closed", closedBy, closedAt: ctx.clock.now(), ownerId: ownerId ?? closedBy },
        explanation: input.explanation,
      })
      .where(own(ctx.orgId, input));
    await record(tx, ctx, differenceClosed, {
      subject: input.tillDifferenceId,
      data: { ...facts, receipt, explanation: input.explanation },
    });
  });
}

async function lockOpen(tx: Tx, ctx: OrgContext, input: Named) {
  const till = await findTill(tx, ctx.orgId, input.tillId);
  const [row] = await tx.select().from(tillDifferences).where(own(ctx.orgId, input)).for("update");
  if (!row) throw notFound("Till difference");
  if (row.state === "closed") throw salesError("till_difference.closed");
  return { ...row, facts: factsOfTill(till) };
}
