import { eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notFound } from "#app/shared/errors.ts";

/** Gives the organisation a new name, which its members see at once. */
export async function renameOrganisation({ ctx, input }: { ctx: OrgContext; input: { name: string } }) {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const own = eq(organisations.id, ctx.orgId);
    const [org] = await tx.select({ name: organisations.name }).from(organisations).where(own).for("update");
    if (!org) throw notFound("Organisation");
    if (org.name === input.name) return;
    await tx.update(organisations).set({ name: input.name, updatedAt: ctx.clock.now() }).where(own);
    await recordActivity(tx, ctx, {
      type: "settings",
      action: "Organisation renamed",
      details: `The organisation is now called ${input.name}.`,
    });
  });
  return { name: input.name };
}
