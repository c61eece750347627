import { eq } from "drizzle-orm";
import type { UserContext } from "#app/api/context.ts";
import { users } from "#app/db/schema/identity.ts";
import { userPictures } from "#app/db/schema/pictures.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";

/** Deletes the caller's picture; the default icon is shown again. Without a picture nothing happens. */
export async function removePicture({ ctx }: { ctx: UserContext }): Promise<{ avatar: null }> {
  const { userId, email } = ctx.session;
  await ctx.db.withSystem(async (tx) => {
    const removed = await tx
      .delete(userPictures)
      .where(eq(userPictures.userId, userId))
      .returning({ id: userPictures.id });
    if (removed.length === 0) return;
    await tx.update(users).set({ avatar: null }).where(eq(users.id, userId));
    await recordUserActivity(tx, ctx, userId, {
      type: "profile",
      action: "Profile picture removed",
      details: `${email} removed the picture`,
    });
  });
  return { avatar: null };
}
