import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { inboxMembers } from "#app/db/schema/messaging/inbox.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { dutyChanged } from "#app/domain/messaging/events.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { recordAll } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { teamOf } from "./team.server.ts";

export interface Duty {
  memberId: string;
  onDuty: boolean;
  capacity: number;
}

/** Sets whether a member is on duty. Off duty, they keep their conversations. @throws DomainError `member.not_found` */
export async function updateDuty({
  ctx,
  input: { memberId, onDuty },
}: Call<{ memberId: string; onDuty: boolean }>): Promise<{ onDuty: boolean }> {
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const member = (await teamOf(tx, ctx.orgId)).find(({ id }) => id === memberId);
    if (!member) throw notFound("Member");
    const duty = { memberId, name: member.name, onDuty, capacity: member.capacity };
    await storeDuties(tx, ctx, [duty], { onDuty: newDuty.onDuty });
  });
  return { onDuty };
}

/**
 * Sets duty and capacity of several members; those without a change are left alone. Returns the number of
 * changed members. @throws DomainError `member.not_found`
 */
export async function updateDuties({ ctx, input }: Call<{ members: Duty[] }>): Promise<{ changed: number }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const team = new Map((await teamOf(tx, ctx.orgId)).map((member) => [member.id, member]));
    const wanted = new Map(input.members.map((duty) => [duty.memberId, duty]));
    const changed = [...wanted.values()].flatMap((duty) => {
      const member = team.get(duty.memberId);
      if (!member) throw notFound("Member");
      const isSame = member.onDuty === duty.onDuty && member.capacity === duty.capacity;
      return isSame ? [] : [{ ...duty, name: member.name }];
    });
    await storeDuties(tx, ctx, changed, newDuty);
    return { changed: changed.length };
  });
}

/** The new value of each column, where the member has a row. */
const newDuty = { onDuty: sql`excluded.on_duty`, capacity: sql`excluded.capacity` };

async function storeDuties(
  tx: Tx,
  ctx: OrgContext,
  duties: readonly (Duty & { name: string })[],
  set: Partial<typeof newDuty>,
): Promise<void> {
  if (duties.length === 0) return;
  const updatedAt = ctx.clock.now();
  await tx
    .insert(inboxMembers)
    .values(
      duties.map(({ memberId, onDuty, capacity }) => ({
        ...{ orgId: ctx.orgId, userId: memberId, onDuty, capacity, updatedAt },
      })),
    )
    .onConflictDoUpdate({
      target: [inboxMembers.orgId, inboxMembers.userId],
      set: { ...set, updatedAt },
    });
  await recordAll(
    tx,
    ctx,
    dutyChanged,
    duties.map(({ memberId, name, onDuty, capacity }) => ({
      subject: memberId,
      data: { member: name, onDuty, capacity },
    })),
  );
  await ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
}

/** The name of a member of the organisation. @throws DomainError `member.not_found` */
export async function nameOfMember(tx: Tx, { orgId }: Pick<OrgContext, "orgId">, memberId: string) {
  const [member] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), eq(members.userId, memberId)));
  if (!member) throw notFound("Member");
  return `${member.firstName} ${member.lastName}`.trim() || member.email;
}
