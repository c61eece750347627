import { and, eq } from "drizzle-orm";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { organisationSwitched } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, memberActor, type UserContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * Makes another organisation of the caller the one of this session.
 * @throws DomainError `organisation.not_found` when the caller is no member of it.
 */
export async function switchOrganisation({
  ctx,
  input,
}: Call<{ orgId: string }, UserContext>): Promise<{ name: string }> {
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
    await record(
      tx,
      {
        orgId: found.orgId,
        clock: ctx.clock,
        actor: memberActor(userId, ctx.caller),
        requestId: ctx.caller.requestId,
      },
      organisationSwitched,
      { subject: userId, data: { email, organisation: found.name } },
    );
    return { name: found.name };
  });
}
