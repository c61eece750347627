import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { invitations } from "#app/db/schema/organisations/organisations.ts";
import type { MemberContext } from "#app/platform/context.ts";

/**
 * Revokes the open invitations of a member who may not invite now, or they could come back by one sent to
 * themselves. Returns the invitees. The member is locked.
 */
export async function revokeInvitationsOf(tx: Tx, ctx: MemberContext, memberId: string): Promise<string[]> {
  const revoked = await tx
    .update(invitations)
    .set({ revokedAt: ctx.clock.now() })
    .where(
      and(
        eq(invitations.orgId, ctx.orgId),
        eq(invitations.invitedBy, memberId),
        isNull(invitations.acceptedAt),
        isNull(invitations.revokedAt),
      ),
    )
    .returning({ email: invitations.email });
  return revoked.map(({ email }) => email);
}
