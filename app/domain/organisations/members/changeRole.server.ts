import { and, eq } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { roleChanged } from "#app/domain/organisations/events.ts";
import { revokeInvitationsOf } from "#app/domain/organisations/invitations/revokeOf.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type MemberContext, orgContext } from "#app/platform/context.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { checkChange } from "./guard.server.ts";
import { lockMembers } from "./queries.server.ts";
import type { MemberRole } from "./words.ts";

/**
 * Changes a member's role, from their next request on. An agent may not invite: their open invitations are
 * revoked. @throws DomainError `member.not_found`, `member.owners_only` (403), `member.last_owner` (409).
 */
export async function changeRole({
  ctx,
  input: { memberId, role },
}: Call<{ memberId: string; role: MemberRole }, MemberContext>): Promise<{
  role: MemberRole;
  changed: boolean;
  name: string;
}> {
  const { orgId } = ctx;
  return ctx.db.withSystem(async (tx) => {
    const member = checkChange(ctx, await lockMembers(tx, orgId), { memberId, to: role });
    const [person] = await tx.select().from(users).where(eq(users.id, memberId));
    const email = person?.email ?? memberId;
    const name = `${person?.firstName ?? ""} ${person?.lastName ?? ""}`.trim() || email;
    if (member.role === role) return { role, changed: false, name };
    await tx
      .update(members)
      .set({ role })
      .where(and(eq(members.orgId, orgId), eq(members.userId, memberId)));
    const invitationsRevoked = may({ role }, "members.manage")
      ? []
      : await revokeInvitationsOf(tx, ctx, memberId);
    await record(tx, orgContext(ctx), roleChanged, {
      subject: memberId,
      data: { email, was: member.role, role, invitationsRevoked },
      changes: { role: [member.role, role] },
    });
    return { role, changed: true, name };
  });
}
