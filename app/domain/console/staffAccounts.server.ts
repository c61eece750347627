import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { invalidateCodes } from "#app/domain/accounts/oneTimeCodes/end.server.ts";
import { mailResetLink } from "#app/domain/accounts/oneTimeCodes/mailResetLink.server.ts";
import { noPassword } from "#app/domain/accounts/password.server.ts";
import { revokeSessionsOf } from "#app/domain/accounts/revokeSessions.server.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext, StaffRole } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { staffAdded, staffReinstated, staffSessionsEnded, staffSuspended } from "./events.ts";
import { staffOrgContext } from "./staffContext.ts";

/**
 * Locks the owners who can sign in, in one order, then the administrator of a form: of two owners who remove
 * each other's role at once, the second finds no other left. @throws DomainError `administrator.not_found`,
 * `administrator.yourself`, `administrator.last_owner` (409).
 */
export async function lockAdministrator(
  tx: Tx,
  ctx: StaffContext,
  { staffId, leavesOwner }: { staffId: string; leavesOwner: boolean },
) {
  const owners = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.usertype, "admin"), eq(users.staffRole, "owner"), eq(users.accountStatus, "active")))
    .orderBy(asc(users.id))
    .for("update");
  const [person] = await tx
    .select()
    .from(users)
    .where(and(eq(users.id, staffId), eq(users.usertype, "admin")))
    .for("update");
  if (!person) throw notFound("Administrator");
  if (person.id === ctx.session.userId) throw consoleError("administrator.yourself");
  if (leavesOwner && !owners.some(({ id }) => id !== person.id))
    throw consoleError("administrator.last_owner");
  return person;
}

/**
 * Creates a new administrator's account, with an emailed link to choose a password; the second factor is
 * required at the first sign-in. @throws DomainError `administrator.email_taken` (409).
 */
export async function addStaff({
  ctx,
  input,
}: Call<
  { email: string; firstName: string; lastName: string; staffRole: StaffRole; reason: string },
  StaffContext
>): Promise<{ staffId: string }> {
  const { reason, ...person } = input;
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const [added] = await tx
      .insert(users)
      .values({
        id: newId("usr", now.getTime()),
        ...person,
        passwordHash: noPassword,
        usertype: "admin",
        agreedToTermsAt: now,
        createdAt: now,
      })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    if (!added) throw consoleError("administrator.email_taken", { field: "email" });
    await mailAdded(tx, ctx, { ...person, id: added.id });
    await record(tx, staffOrgContext(ctx, ofThePlatform), staffAdded, {
      subject: added.id,
      data: { email: person.email, role: person.staffRole, reason },
    });
    return { staffId: added.id };
  });
}

/** Records it, and sends the link to choose the first password. */
async function mailAdded(
  tx: Tx,
  ctx: StaffContext,
  person: { id: string; email: string; firstName: string },
) {
  await queueMail(tx, ctx, {
    to: person.email,
    content: () => ({
      kind: "notice",
      firstName: person.firstName,
      subject: m.mails_administrator_subject(),
      lines: [
        m.mails_administrator_added({ email: ctx.session.email }),
        m.mails_administrator_password(),
        m.mails_administrator_sign_in(),
      ],
      path: "/admin",
    }),
  });
  await mailResetLink(tx, ctx, { user: { ...person, isVerified: false }, isGiven: true });
}

interface OfPerson {
  ctx: StaffContext;
  input: { staffId: string; reason: string };
}

/**
 * Locks an administrator out at once: sessions end, emailed links are invalid. @throws DomainError
 * `administrator.not_found`, `administrator.yourself`, `administrator.last_owner` (409).
 */
export async function suspendStaff({ ctx, input: { staffId, reason } }: OfPerson) {
  const now = ctx.clock.now();
  return ctx.db.withSystem(async (tx) => {
    const { email } = await lockAdministrator(tx, ctx, { staffId, leavesOwner: true });
    await tx.update(users).set({ accountStatus: "suspended" }).where(eq(users.id, staffId));
    const sessions = await revokeSessionsOf(tx, now, staffId);
    await invalidateCodes(tx, now, staffId);
    await record(tx, staffOrgContext(ctx, ofThePlatform), staffSuspended, {
      subject: staffId,
      data: { email, sessions, reason },
    });
    return { email };
  });
}

/** @throws DomainError `administrator.not_found`, `administrator.yourself`, `administrator.not_suspended` (409). */
export async function reinstateStaff({ ctx, input: { staffId, reason } }: OfPerson) {
  return ctx.db.withSystem(async (tx) => {
    const person = await lockAdministrator(tx, ctx, { staffId, leavesOwner: false });
    const { email, isVerified, accountStatus } = person;
    if (accountStatus !== "suspended")
      throw consoleError("administrator.not_suspended", { values: { email } });
    await tx
      .update(users)
      .set({ accountStatus: isVerified ? "active" : "pending" })
      .where(eq(users.id, staffId));
    await record(tx, staffOrgContext(ctx, ofThePlatform), staffReinstated, {
      subject: staffId,
      data: { email, reason },
    });
    return { email };
  });
}

/** Signs an administrator out everywhere. @throws DomainError `administrator.not_found`, `administrator.yourself` (409). */
export async function endStaffSessions({ ctx, input: { staffId, reason } }: OfPerson) {
  return ctx.db.withSystem(async (tx) => {
    const { email } = await lockAdministrator(tx, ctx, { staffId, leavesOwner: false });
    const sessions = await revokeSessionsOf(tx, ctx.clock.now(), staffId);
    await record(tx, staffOrgContext(ctx, ofThePlatform), staffSessionsEnded, {
      subject: staffId,
      data: { email, sessions, reason },
    });
    return { email, ended: sessions };
  });
}
