import { eq } from "drizzle-orm";
import { userPictures, users } from "#app/db/schema/accounts/users.ts";
import { pictureRemoved } from "#app/domain/accounts/events.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { UserContext } from "#app/platform/context.ts";

/** Deletes the caller's picture; the default icon is shown again. Without a picture nothing happens. */
export async function deletePicture({ ctx }: { ctx: UserContext }): Promise<{ avatar: null }> {
  const { userId, email } = ctx.session;
  await ctx.db.withSystem(async (tx) => {
    const removed = await tx
      .delete(userPictures)
      .where(eq(userPictures.userId, userId))
      .returning({ id: userPictures.id });
    if (removed.length === 0) return;
    await tx.update(users).set({ avatar: null }).where(eq(users.id, userId));
    await recordOfUser(tx, ctx, userId, pictureRemoved, { data: { email } });
  });
  return { avatar: null };
}
