import { eq } from "drizzle-orm";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { organisationRenamed } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/** Renames the organisation, for all members at once. */
export async function renameOrganisation({ ctx, input }: Call<{ name: string }>) {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const own = eq(organisations.id, ctx.orgId);
    const [org] = await tx.select({ name: organisations.name }).from(organisations).where(own).for("update");
    if (!org) throw notFound("Organisation");
    if (org.name === input.name) return;
    await tx.update(organisations).set({ name: input.name, updatedAt: ctx.clock.now() }).where(own);
    await record(tx, ctx, organisationRenamed, {
      subject: ctx.orgId,
      data: input,
      changes: { name: [org.name, input.name] },
    });
  });
  return { name: input.name };
}
