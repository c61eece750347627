import { eq } from "drizzle-orm";
import { userPictures, users } from "#app/db/schema/accounts/users.ts";
import { avatarPath } from "#app/domain/accounts/avatarPath.ts";
import { pictureChanged } from "#app/domain/accounts/events.ts";
import { recordOfUser } from "#app/domain/accounts/recordOfUser.server.ts";
import type { Call, UserContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { squareOf } from "./picture.server.ts";

/** Replaces the caller's picture. @throws DomainError `profile_picture.*`. */
export async function updatePicture({
  ctx,
  input: { bytes },
}: Call<{ bytes: Buffer }, UserContext>): Promise<{ avatar: string }> {
  const { userId, email } = ctx.session;
  const square = await squareOf(userId, bytes);
  const now = ctx.clock.now();
  const id = newId("pic", now.getTime());
  const picture = { id, ...square, createdAt: now };
  await ctx.db.withSystem(async (tx) => {
    await tx
      .insert(userPictures)
      .values({ userId, ...picture })
      .onConflictDoUpdate({ target: userPictures.userId, set: picture });
    await tx.update(users).set({ avatar: id }).where(eq(users.id, userId));
    await recordOfUser(tx, ctx, userId, pictureChanged, { data: { email } });
  });
  return { avatar: avatarPath(id) };
}
