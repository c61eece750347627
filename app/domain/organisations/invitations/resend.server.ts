import { and, eq, isNull } from "drizzle-orm";
import { invitations } from "#app/db/schema/organisations/organisations.ts";
import { invitationResent } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type MemberContext, orgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { lockInviter } from "./lockInviter.server.ts";
import { mailInvitation, newToken } from "./mail.server.ts";

/**
 * Emails an open invitation again with a new link and another seven days; the old link ends. @throws
 * DomainError `invitation.not_found`, also when it was accepted or revoked; `auth.forbidden` (403, not a
 * manager now).
 */
export async function resendInvitation({
  ctx,
  input: { invitationId },
}: Call<{ invitationId: string }, MemberContext>): Promise<{ email: string }> {
  const { orgId } = ctx;
  const { token, tokenHash, expiresAt } = newToken(ctx.clock.now());
  return ctx.db.withSystem(async (tx) => {
    await lockInviter(tx, ctx);
    const [invitation] = await tx
      .update(invitations)
      .set({ tokenHash, expiresAt })
      .where(
        and(
          eq(invitations.orgId, orgId),
          eq(invitations.id, invitationId),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
        ),
      )
      .returning({ email: invitations.email, role: invitations.role });
    if (!invitation) throw notFound("Invitation");
    await mailInvitation(tx, ctx, { ...invitation, token, expiresAt });
    await record(tx, orgContext(ctx), invitationResent, {
      subject: invitationId,
      data: { email: invitation.email },
    });
    return { email: invitation.email };
  });
}
