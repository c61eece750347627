import { and, eq } from "drizzle-orm";
import type { UserContext } from "#app/api/context.ts";
import { members, organisations, sessions } from "#app/db/schema/identity.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notFound } from "#app/shared/errors.ts";

/**
 * Makes another organisation of the caller the one of this session.
 * @throws DomainError `organisation.not_found` when the caller is no member of it.
 */
export async function switchOrganisation({
  ctx,
  input,
}: {
  ctx: UserContext;
  input: { orgId: string };
}): Promise<{ name: string }> {
  const { userId, email, sessionId } = ctx.session;
  return ctx.db.withSystem(async (tx) => {
    const [found] = await tx
      .select({ orgId: organisations.id, name: organisations.name })
      .from(members)
      .innerJoin(organisations, eq(organisations.id, members.orgId))
      .where(
        and(
          eq(members.userId, userId),
          eq(organisations.id, input.orgId as typeof members.$inferSelect.orgId),
        ),
      );
    if (!found) throw notFound("Organisation");
    await tx.update(sessions).set({ orgId: found.orgId }).where(eq(sessions.id, sessionId));
    await recordActivity(
      tx,
      {
        orgId: found.orgId,
        clock: ctx.clock,
        actor: { userId, ipAddress: ctx.caller.ipAddress, userAgent: ctx.caller.userAgent },
      },
      { type: "auth", action: "Organisation switched", details: `${email} switched to ${found.name}.` },
    );
    return { name: found.name };
  });
}
