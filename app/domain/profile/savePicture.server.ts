import { eq } from "drizzle-orm";
import type { UserContext } from "#app/api/context.ts";
import { users } from "#app/db/schema/identity.ts";
import { userPictures } from "#app/db/schema/pictures.ts";
import { recordUserActivity } from "#app/domain/users/recordUserActivity.server.ts";
import { newId } from "#app/shared/ids.ts";
import { squareOf } from "./picture.server.ts";
import { avatarPath } from "./schemas.ts";

/**
 * Keeps a picture of the caller in the place of the one before.
 * @throws DomainError `profile_picture.*`.
 */
export async function savePicture({
  ctx,
  input: { bytes },
}: {
  ctx: UserContext;
  input: { bytes: Buffer };
}): Promise<{ avatar: string }> {
  const square = await squareOf(bytes);
  const { userId, email } = ctx.session;
  const now = ctx.clock.now();
  const id = newId("pic", now.getTime());
  const picture = { id, ...square, createdAt: now };
  await ctx.db.withSystem(async (tx) => {
    await tx
      .insert(userPictures)
      .values({ userId, ...picture })
      .onConflictDoUpdate({ target: userPictures.userId, set: picture });
    await tx.update(users).set({ avatar: id }).where(eq(users.id, userId));
    await recordUserActivity(tx, ctx, userId, {
      type: "profile",
      action: "Profile picture changed",
      details: `${email} chose a new picture`,
    });
  });
  return { avatar: avatarPath(id) };
}
