import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { organisationsError } from "#app/domain/organisations/errors.ts";
import type { MemberContext } from "#app/platform/context.ts";
import { may } from "#app/platform/roles/acts.server.ts";

/**
 * Locks the inviter's membership, so that it cannot end before the invitation is written and would be revoked
 * with it. System role. @throws DomainError `auth.forbidden` (403) when they may not invite now.
 */
export async function lockInviter(tx: Tx, ctx: MemberContext): Promise<void> {
  const [inviter] = await tx
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.orgId, ctx.orgId), eq(members.userId, ctx.session.userId)))
    .for("share");
  if (!may(inviter, "members.manage")) throw organisationsError("auth.forbidden");
}
