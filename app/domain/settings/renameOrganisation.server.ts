import { eq } from "drizzle-orm";
import type { OrgContext } from "#app/api/context.ts";
import { organisations } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notFound } from "#app/shared/errors.ts";

/** Gives the organisation a new name, which its members see at once. */
export async function renameOrganisation({ ctx, input }: { ctx: OrgContext; input: { name: string } }) {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const [org] = await tx
      .update(organisations)
      .set({ name: input.name, updatedAt: ctx.clock.now() })
      .where(eq(organisations.id, ctx.orgId))
      .returning({ id: organisations.id });
    if (!org) throw notFound("Organisation");
    await recordActivity(tx, ctx, {
      type: "settings",
      action: "Organisation renamed",
      details: `The organisation is now called ${input.name}.`,
    });
  });
  return { name: input.name };
}
