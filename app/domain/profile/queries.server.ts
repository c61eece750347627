import { and, desc, eq } from "drizzle-orm";
import type { UserContext } from "#app/api/context.ts";
import { activityLogs, members } from "#app/db/schema/identity.ts";
import { userPictures } from "#app/db/schema/pictures.ts";
import { notFound } from "#app/shared/errors.ts";

const listed = 8;

/** What the caller did last in the organisation that they work for; nothing where there is none. */
export async function listOwnActivity(ctx: UserContext) {
  const { userId, orgId } = ctx.session;
  if (!orgId) return { activity: [] };
  const activity = await ctx.db.withOrg(orgId, (tx) =>
    tx
      .select({
        id: activityLogs.id,
        action: activityLogs.action,
        details: activityLogs.details,
        status: activityLogs.status,
        ipAddress: activityLogs.ipAddress,
        timestamp: activityLogs.timestamp,
      })
      .from(activityLogs)
      .where(and(eq(activityLogs.orgId, orgId), eq(activityLogs.actorUserId, userId)))
      .orderBy(desc(activityLogs.timestamp), desc(activityLogs.id))
      .limit(listed),
  );
  return { activity };
}

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
