import { eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { invitations, members, organisations } from "#app/db/schema/organisations/organisations.ts";
import type { TokenChanges } from "#app/domain/accounts/browserTokens.ts";
import { accountSuspended } from "#app/domain/accounts/errors.ts";
import { hashPassword } from "#app/domain/accounts/password.server.ts";
import { refuseWeakPassword } from "#app/domain/accounts/refuseWeakPassword.server.ts";
import { createSession } from "#app/domain/accounts/sessions/create.server.ts";
import { organisationsError } from "#app/domain/organisations/errors.ts";
import { memberJoined } from "#app/domain/organisations/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, memberActor, type Usertype, type VisitorContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { checkOpen, type Invitation, lockInvitation } from "./queries.server.ts";

/** What a person without an account says of themselves. */
export interface Newcomer {
  firstName: string;
  lastName: string;
  password: string;
}

/**
 * Joins the organisation of an invitation: as the signed-in user of that address, or with a new account, which the
 * email has verified. This browser's session is then in that organisation.
 * @throws DomainError `invitation.not_found`, `invitation.used`, `invitation.revoked`, `invitation.expired`,
 *   `invitation.other_email` (403), `invitation.sign_in_first` (401), `invitation.details_missing`,
 *   `password.too_common` (400), `auth.suspended` (403).
 */
export async function acceptInvitation({
  ctx,
  input: { token, newcomer },
}: Call<{ token: string; newcomer?: Newcomer | undefined }, VisitorContext>): Promise<{
  role: "admin" | "agent";
  tokens: TokenChanges;
}> {
  // The slow hash is computed before the invitation is locked, and only with a valid one.
  await ctx.db.withSystem(async (tx) => checkOpen(await lockInvitation(tx, token), ctx.clock.now()));
  const passwordHash = newcomer && !ctx.session ? await hashPassword(newcomer.password) : undefined;
  return ctx.db.withSystem(async (tx) => {
    const now = ctx.clock.now();
    const invitation = await lockInvitation(tx, token);
    checkOpen(invitation, now);
    const { orgId } = invitation;
    const person = ctx.session
      ? signedIn(ctx, invitation)
      : await openAccount(tx, ctx, invitation, newcomer, passwordHash);
    await tx
      .insert(members)
      .values({ orgId, userId: person.id, role: invitation.role, createdAt: now })
      .onConflictDoNothing();
    await tx
      .update(invitations)
      .set({ acceptedAt: now })
      .where(eq(invitations.tokenHash, invitation.tokenHash));
    const opened = ctx.session
      ? undefined
      : await createSession(tx, ctx, { user: person, remember: false, orgId });
    if (ctx.session) await tx.update(sessions).set({ orgId }).where(eq(sessions.id, ctx.session.sessionId));
    await record(
      tx,
      {
        orgId,
        clock: ctx.clock,
        actor: memberActor(person.id, ctx.caller),
        requestId: ctx.caller.requestId,
      },
      memberJoined,
      { subject: person.id, data: { email: person.email, role: invitation.role } },
    );
    return { role: invitation.role, tokens: opened ? { session: opened.token } : {} };
  });
}

interface Person {
  id: string;
  email: string;
  usertype: Usertype;
}

function signedIn(ctx: VisitorContext, invitation: Invitation): Person {
  const { session } = ctx;
  if (session?.email !== invitation.email) {
    throw organisationsError("invitation.other_email", { values: { email: invitation.email } });
  }
  return { id: session.userId, email: session.email, usertype: session.usertype };
}

/** A new account; or an unverified one, which belongs to the owner of the mailbox. */
async function openAccount(
  tx: Tx,
  ctx: VisitorContext,
  { email, orgId }: Invitation,
  newcomer: Newcomer | undefined,
  passwordHash: string | undefined,
): Promise<Person> {
  const [known] = await tx.select().from(users).where(eq(users.email, email)).for("update");
  if (known?.accountStatus === "suspended") throw accountSuspended();
  if (known?.isVerified) throw organisationsError("invitation.sign_in_first", { values: { email } });
  if (!newcomer || !passwordHash) throw organisationsError("invitation.details_missing");
  const [organisation] = await tx
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  const businessNames = organisation ? [organisation.name] : [];
  refuseWeakPassword(ctx, newcomer.password, { email, businessNames }, "password");
  const now = ctx.clock.now();
  const details = {
    firstName: newcomer.firstName,
    lastName: newcomer.lastName,
    passwordHash,
    accountStatus: "active" as const,
    isVerified: true,
    agreedToTermsAt: now,
    lastLogin: now,
  };
  const id = known?.id ?? newId("usr", now.getTime());
  if (known) await tx.update(users).set(details).where(eq(users.id, id));
  else await tx.insert(users).values({ id, email, createdAt: now, ...details });
  return { id, email, usertype: known?.usertype ?? "individual" };
}
