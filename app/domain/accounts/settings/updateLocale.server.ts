import { and, eq, sql } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { localeChanged } from "#app/domain/accounts/events.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import type { Locale } from "#app/platform/locale/locale.ts";

/** The language of this user's screens and emails. */
export async function updateLocale({ ctx, input }: Call<{ locale: Locale }, UserContext>) {
  await ctx.db.withSystem(async (tx) => {
    const [changed] = await tx
      .update(users)
      .set({ locale: input.locale, updatedAt: ctx.clock.now() })
      .where(and(eq(users.id, ctx.session.userId), sql`${users.locale} is distinct from ${input.locale}`))
      .returning({ id: users.id });
    if (changed) await recordOfUser(tx, ctx, ctx.session.userId, localeChanged, { data: input });
  });
  return { locale: input.locale };
}
