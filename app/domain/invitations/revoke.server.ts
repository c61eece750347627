import { and, eq, isNull } from "drizzle-orm";
import { type MemberContext, orgContext } from "#app/api/context.ts";
import { invitations } from "#app/db/schema/invitations.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { notFound } from "#app/shared/errors.ts";

/**
 * Takes an open invitation back; its link says so.
 * @throws DomainError `invitation.not_found`, also when it was accepted or revoked.
 */
export async function revokeInvitation({
  ctx,
  input: { invitationId },
}: {
  ctx: MemberContext;
  input: { invitationId: string };
}): Promise<{ email: string }> {
  const { orgId } = ctx;
  return ctx.db.withOrg(orgId, async (tx) => {
    const [invitation] = await tx
      .update(invitations)
      .set({ revokedAt: ctx.clock.now() })
      .where(
        and(
          eq(invitations.orgId, orgId),
          eq(invitations.id, invitationId),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
        ),
      )
      .returning({ email: invitations.email });
    if (!invitation) throw notFound("Invitation");
    await recordActivity(tx, orgContext(ctx), {
      type: "security",
      action: "Invitation revoked",
      details: `The invitation of ${invitation.email} was taken back.`,
    });
    return { email: invitation.email };
  });
}
