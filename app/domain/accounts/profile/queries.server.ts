import { and, eq } from "drizzle-orm";
import { userPictures } from "#app/db/schema/accounts/users.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import type { UserContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * The picture of the caller or of a colleague in the organisation that they work for.
 * @throws DomainError `picture.not_found`.
 */
export async function getPicture(ctx: UserContext, pictureId: string) {
  const { userId, orgId } = ctx.session;
  return ctx.db.withSystem(async (tx) => {
    const [picture] = await tx.select().from(userPictures).where(eq(userPictures.id, pictureId));
    if (!picture) throw notFound("Picture");
    if (picture.userId === userId) return picture;
    const [colleague] = orgId
      ? await tx
          .select({ userId: members.userId })
          .from(members)
          .where(and(eq(members.orgId, orgId), eq(members.userId, picture.userId)))
      : [];
    if (!colleague) throw notFound("Picture");
    return picture;
  });
}
