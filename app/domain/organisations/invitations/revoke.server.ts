import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "#app/db/schema/organisations/organisations.ts";
import { invitationRevoked } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type MemberContext, orgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * Revokes an open invitation; its link says so. @throws DomainError `invitation.not_found`, also when it was
 * accepted or revoked.
 */
export async function revokeInvitation({
  ctx,
  input: { invitationId },
}: Call<{ invitationId: string }, MemberContext>): Promise<{ email: string }> {
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
    await record(tx, orgContext(ctx), invitationRevoked, {
      subject: invitationId,
      data: { email: invitation.email },
    });
    return { email: invitation.email };
  });
}
