import { and, eq, gt, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { lockOrganisationRow } from "#app/db/lockOrganisationRow.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { invitations, members } from "#app/db/schema/organisations/organisations.ts";
import { organisationsError } from "#app/domain/organisations/errors.ts";
import { memberInvited } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type MemberContext, orgContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { lockInviter } from "./lockInviter.server.ts";
import { mailInvitation, newToken, roleWords } from "./mail.server.ts";

/**
 * Invites an address by email, for seven days. An expired invitation of the same address is replaced. @throws
 * DomainError `invitation.already_member`, `invitation.already_open` (409), `auth.forbidden` (403, not a
 * manager now).
 */
export async function createInvitation({
  ctx,
  input: { email, role },
}: Call<{ email: string; role: "admin" | "agent" }, MemberContext>): Promise<{ id: string }> {
  const { orgId } = ctx;
  const now = ctx.clock.now();
  const id = newId("ivt", now.getTime());
  const { token, tokenHash, expiresAt } = newToken(now);
  await ctx.db.withSystem(async (tx) => {
    // Two invitations of one address at once wait for each other.
    await lockOrganisationRow(tx, orgId);
    await lockInviter(tx, ctx);
    await refuseKnown(tx, orgId, email, now);
    await tx.update(invitations).set({ revokedAt: now }).where(unanswered(orgId, email));
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
    await record(tx, orgContext(ctx), memberInvited, { subject: id, data: { email, role } });
  });
  return { id };
}

const unanswered = (orgId: OrgId, email: string) =>
  and(
    eq(invitations.orgId, orgId),
    eq(invitations.email, email),
    isNull(invitations.acceptedAt),
    isNull(invitations.revokedAt),
  );

async function refuseKnown(tx: Tx, orgId: OrgId, email: string, now: Date): Promise<void> {
  const [member] = await tx
    .select({ userId: members.userId })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), eq(users.email, email)));
  if (member) throw organisationsError("invitation.already_member", { field: "email" });
  const [open] = await tx
    .select({ role: invitations.role })
    .from(invitations)
    .where(and(unanswered(orgId, email), gt(invitations.expiresAt, now)));
  if (open)
    throw organisationsError("invitation.already_open", {
      values: { value: roleWords[open.role]() },
      field: "email",
    });
}
