import { and, eq, isNull } from "drizzle-orm";
import { type MemberContext, orgContext } from "#app/api/context.ts";
import { members, organisations, users } from "#app/db/schema/identity.ts";
import { invitations } from "#app/db/schema/invitations.ts";
import { recordActivity } from "#app/domain/activityLogs/record.server.ts";
import { DomainError } from "#app/shared/errors.ts";
import { newId } from "#app/shared/ids.ts";
import { lockInviter } from "./lockInviter.server.ts";
import { mailInvitation, newToken } from "./mail.server.ts";

/**
 * Invites an address by mail, for seven days. An open invitation of the same address is revoked: the newest counts.
 * @throws DomainError `invitation.already_member` (409), `auth.forbidden` (403, not a manager any more).
 */
export async function createInvitation({
  ctx,
  input: { email, role },
}: {
  ctx: MemberContext;
  input: { email: string; role: "admin" | "agent" };
}): Promise<{ id: string }> {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  const id = newId("ivt", now.getTime());
  const { token, tokenHash, expiresAt } = newToken(now);
  await ctx.db.withSystem(async (tx) => {
    // Two invitations of one address at once wait for each other.
    await tx
      .select({ id: organisations.id })
      .from(organisations)
      .where(eq(organisations.id, orgId))
      .for("update");
    await lockInviter(tx, ctx);
    const [member] = await tx
      .select({ userId: members.userId })
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(and(eq(members.orgId, orgId), eq(users.email, email)));
    if (member) {
      const message = "This person is already a member.";
      throw new DomainError("conflict", "invitation.already_member", message, { fields: { email: message } });
    }
    await tx
      .update(invitations)
      .set({ revokedAt: now })
      .where(
        and(
          eq(invitations.orgId, orgId),
          eq(invitations.email, email),
          isNull(invitations.acceptedAt),
          isNull(invitations.revokedAt),
        ),
      );
    await tx.insert(invitations).values({
      orgId,
      id,
      email,
      role,
      tokenHash,
      invitedBy: ctx.session.userId,
      createdAt: now,
      expiresAt,
    });
    await mailInvitation(tx, ctx, { email, role, token, expiresAt });
    await recordActivity(tx, orgContext(ctx), {
      type: "security",
      action: "Member invited",
      details: `${email} was invited as ${role}.`,
    });
  });
  return { id };
}
