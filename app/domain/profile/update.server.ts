import { eq } from "drizzle-orm";
import { type MemberContext, orgContext, type UserContext } from "#app/api/context.ts";
import { organisations, users } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { DomainError, notFound } from "#app/shared/errors.ts";
import type { OrgId } from "#app/shared/ids.ts";

/**
 * Saves the member's phone number and the business name of their organisation.
 * @throws DomainError `profile.name_is_the_owners` when an agent changes the business name.
 */
export async function updateProfile({
  ctx,
  input,
}: {
  ctx: UserContext;
  input: { businessName: string; phoneNumber: string };
}) {
  const { orgId } = ctx.session;
  const now = ctx.clock.now();
  await ctx.db.withSystem(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ phoneNumber: input.phoneNumber || null, updatedAt: now })
      .where(eq(users.id, ctx.session.userId))
      .returning({ id: users.id });
    if (!user) throw notFound("User");
    if (!orgId) return;
    const [org] = await tx
      .select({ name: organisations.name })
      .from(organisations)
      .where(eq(organisations.id, orgId));
    const renamed = org?.name !== input.businessName;
    if (renamed && ctx.session.memberRole === "agent") {
      throw new DomainError(
        "forbidden",
        "profile.name_is_the_owners",
        "Ask an owner or admin of your organisation to change its name.",
        { fields: { businessName: "Ask an owner or admin of your organisation to change its name." } },
      );
    }
    if (renamed) {
      await tx
        .update(organisations)
        .set({ name: input.businessName, updatedAt: now })
        .where(eq(organisations.id, orgId));
    }
    await recordActivity(tx, orgContext({ ...ctx, orgId: orgId as OrgId } as MemberContext), {
      type: "profile",
      action: "Profile updated",
      details: renamed ? `The business name is now ${input.businessName}.` : "Contact details were saved.",
    });
  });
  return { businessName: input.businessName, phoneNumber: input.phoneNumber };
}
