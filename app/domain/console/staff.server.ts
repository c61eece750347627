import { and, asc, eq, gt, isNull } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext, StaffRole } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { StaffAct } from "./acts.server.ts";
import { staffRoleChanged } from "./events.ts";
import { lockAdministrator } from "./staffAccounts.server.ts";
import { staffOrgContext } from "./staffContext.ts";

const columns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  staffRole: users.staffRole,
  accountStatus: users.accountStatus,
  lastLogin: users.lastLogin,
  secondFactorSince: secondFactors.confirmedAt,
};
const staffOf = (tx: Tx) =>
  tx.select(columns).from(users).leftJoin(secondFactors, eq(secondFactors.userId, users.id));
const withRole = <P extends { staffRole: StaffRole | null }>(person: P) => ({
  ...person,
  staffRole: person.staffRole ?? "support",
});

/** The platform's administrators and their roles. */
export async function listStaff(ctx: StaffContext) {
  const staff = await ctx.db.withSystem((tx) =>
    staffOf(tx).where(eq(users.usertype, "admin")).orderBy(asc(users.createdAt)).limit(200),
  );
  return { staff: staff.map(withRole) };
}

/** One administrator, with the actions on them. @throws DomainError `administrator.not_found`. */
export async function getStaff({ ctx, input }: Call<{ staffId: string }, StaffContext>) {
  return ctx.db.withSystem(async (tx) => {
    const [person] = await staffOf(tx).where(and(eq(users.id, input.staffId), eq(users.usertype, "admin")));
    if (!person) throw notFound("Administrator");
    const open = await tx.$count(
      sessions,
      and(
        eq(sessions.userId, person.id),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, ctx.clock.now()),
      ),
    );
    const acts = await queryRows<StaffAct>(
      tx,
      `select e.id, e.org_id as "orgId", null as organisation, p.email as by, e.at, e.name, e.data,
          e.subject_id as "subjectId", e.status, e.changes
        from events e left join users p on p.id = e.actor_id
        where e.org_id = $1 and e.subject_id = $2 and e.name like 'staff.%' order by e.at desc, e.id desc limit 20`,
      [ofThePlatform, person.id],
    );
    return { person: withRole(person), openSessions: open, acts };
  });
}

/**
 * Changes what an administrator may do, from their next call on.
 * @throws DomainError `administrator.not_found`, `administrator.yourself`, `administrator.last_owner` (409).
 */
export async function changeStaffRole({
  ctx,
  input,
}: Call<{ staffId: string; staffRole: StaffRole; reason: string }, StaffContext>): Promise<{
  email: string;
}> {
  const { staffId, staffRole, reason } = input;
  return ctx.db.withSystem(async (tx) => {
    const { email } = await lockAdministrator(tx, ctx, { staffId, leavesOwner: staffRole !== "owner" });
    await tx.update(users).set({ staffRole }).where(eq(users.id, staffId));
    await record(tx, staffOrgContext(ctx, ofThePlatform), staffRoleChanged, {
      subject: staffId,
      data: { email, role: staffRole, reason },
    });
    return { email };
  });
}
