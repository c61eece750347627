import { and, eq, isNull } from "drizzle-orm";
import type { MemberContext } from "#app/api/context.ts";
import type { Tx } from "#app/db/client.server.ts";
import { invitations } from "#app/db/schema/invitations.ts";

/**
 * Takes back the open invitations of a member who may not invite any more, or they would come back by one that they
 * sent to themselves. Answers a sentence for the record, or nothing where there were none. The member is locked.
 */
export async function revokeInvitationsOf(tx: Tx, ctx: MemberContext, memberId: string): Promise<string> {
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
  if (revoked.length === 0) return "";
  return ` Their invitations were taken back: ${revoked.map(({ email }) => email).join(", ")}.`;
}
