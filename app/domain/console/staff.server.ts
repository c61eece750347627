import { and, asc, eq } from "drizzle-orm";
import { users } from "#app/db/schema/identity.ts";
import { secondFactors } from "#app/db/schema/secondFactors.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { ofThePlatform, record } from "#app/domain/record/record.server.ts";
import type { StaffContext, StaffRole } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { staffRoleChanged } from "./events.ts";
import { staffOrgContext } from "./staffContext.ts";

/** Who administers the platform, and as what. */
export async function listStaff(ctx: StaffContext) {
  const staff = await ctx.db.withSystem((tx) =>
    tx
      .select({
        id: users.id,
        email: users.email,
        firstName: users.firstName,
        lastName: users.lastName,
        staffRole: users.staffRole,
        lastLogin: users.lastLogin,
        secondFactorSince: secondFactors.confirmedAt,
      })
      .from(users)
      .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
      .where(eq(users.usertype, "admin"))
      .orderBy(asc(users.createdAt))
      .limit(200),
  );
  return { staff: staff.map((person) => ({ ...person, staffRole: person.staffRole ?? "support" })) };
}

/**
 * Changes what an administrator may do, from their next call on.
 * @throws DomainError `administrator.not_found`, `administrator.own_role` (409).
 */
export async function changeStaffRole({
  ctx,
  input,
}: {
  ctx: StaffContext;
  input: { staffId: string; staffRole: StaffRole; reason: string };
}): Promise<{ email: string }> {
  if (input.staffId === ctx.session.userId) throw consoleError("administrator.own_role");
  return ctx.db.withSystem(async (tx) => {
    const [person] = await tx
      .update(users)
      .set({ staffRole: input.staffRole })
      .where(and(eq(users.id, input.staffId), eq(users.usertype, "admin")))
      .returning({ email: users.email });
    if (!person) throw notFound("Administrator");
    await record(tx, staffOrgContext(ctx, ofThePlatform), staffRoleChanged, {
      subject: input.staffId,
      data: { email: person.email, role: input.staffRole, said: input.reason },
    });
    return person;
  });
}
