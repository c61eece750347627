import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { invitations, organisations } from "#app/db/schema/organisations/organisations.ts";
import { hashToken } from "#app/domain/accounts/sessions/token.server.ts";
import { organisationsError } from "#app/domain/organisations/errors.ts";
import type { VisitorContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

export type Invitation = typeof invitations.$inferSelect;

/** The invitation of a link, with a lock so that a token is used once. System role; the token is the proof. */
export async function lockInvitation(tx: Tx, token: string): Promise<Invitation> {
  const [invitation] = await tx
    .select()
    .from(invitations)
    .where(eq(invitations.tokenHash, hashToken(token)))
    .for("update");
  if (!invitation) throw notFound("Invitation");
  return invitation;
}

/** @throws DomainError `invitation.used`, `invitation.revoked`, `invitation.expired` (409). */
export function checkOpen(invitation: Invitation, now: Date): void {
  if (invitation.acceptedAt) throw organisationsError("invitation.used");
  // Expired before revoked: a person invited again has another invitation, and the first one was not revoked.
  if (invitation.expiresAt <= now) throw organisationsError("invitation.expired");
  if (invitation.revokedAt) throw organisationsError("invitation.revoked");
}

/**
 * The page behind the link. The token's holder received the email, so the page may show what it knows of the
 * address. @throws DomainError `invitation.not_found`, `invitation.used`, `invitation.revoked`,
 * `invitation.expired`.
 */
export async function getInvitation(ctx: VisitorContext, token: string) {
  return ctx.db.withSystem(async (tx) => {
    const invitation = await lockInvitation(tx, token);
    checkOpen(invitation, ctx.clock.now());
    const [organisation] = await tx
      .select({ name: organisations.name })
      .from(organisations)
      .where(eq(organisations.id, invitation.orgId));
    const [account] = await tx
      .select({ isVerified: users.isVerified })
      .from(users)
      .where(eq(users.email, invitation.email));
    return {
      email: invitation.email,
      role: invitation.role,
      businessName: organisation?.name ?? "",
      hasAccount: account?.isVerified ?? false,
    };
  });
}
