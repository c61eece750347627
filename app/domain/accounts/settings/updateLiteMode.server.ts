import { and, eq, ne } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { liteModeChanged } from "#app/domain/accounts/events.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";

/** Turns lite mode on or off for this user: pages without script and without decorative pictures. */
export async function updateLiteMode({ ctx, input }: Call<{ liteMode: boolean }, UserContext>) {
  await ctx.db.withSystem(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ liteMode: input.liteMode, updatedAt: ctx.clock.now() })
      .where(and(eq(users.id, ctx.session.userId), ne(users.liteMode, input.liteMode)))
      .returning({ id: users.id });
    if (changed)
      await recordOfUser(tx, ctx, ctx.session.userId, liteModeChanged, {
        data: input,
        changes: { liteMode: [!input.liteMode, input.liteMode] },
      });
  });
  return { liteMode: input.liteMode };
}
