import { and, eq, ne } from "drizzle-orm";
import { type MemberContext, orgContext, type UserContext } from "#app/api/context.ts";
import { users } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import type { OrgId } from "#app/shared/ids.ts";

/** Turns lite mode on or off for this user: pages without script and without pictures that are not content. */
export async function saveLiteMode({ ctx, input }: { ctx: UserContext; input: { liteMode: boolean } }) {
  const { orgId } = ctx.session;
  await ctx.db.withSystem(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ liteMode: input.liteMode, updatedAt: ctx.clock.now() })
      .where(and(eq(users.id, ctx.session.userId), ne(users.liteMode, input.liteMode)))
      .returning({ id: users.id });
    if (changed && orgId) {
      await recordActivity(tx, orgContext({ ...ctx, orgId: orgId as OrgId } as MemberContext), {
        type: "settings",
        action: "Lite mode changed",
        details: input.liteMode ? "Lite mode is on." : "Lite mode is off.",
      });
    }
  });
  return { liteMode: input.liteMode };
}
