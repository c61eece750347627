import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { inboxMembers } from "#app/db/schema/messaging/inbox.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { dutyChanged } from "#app/domain/messaging/events.ts";
import { giveWaitingJob } from "#app/domain/messaging/jobs.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

/**
 * Sets whether a member is on duty, and their capacity. Off duty, they keep their conversations. @throws
 * DomainError `member.not_found`
 */
export async function updateDuty({
  ctx,
  input,
}: Call<{ memberId: string; onDuty?: boolean | undefined; capacity?: number | undefined }>): Promise<{
  onDuty: boolean;
}> {
  const { memberId } = input;
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const name = await nameOfMember(tx, ctx, memberId);
    const change = {
      ...(input.onDuty === undefined ? {} : { onDuty: input.onDuty }),
      ...(input.capacity === undefined ? {} : { capacity: input.capacity }),
      updatedAt: ctx.clock.now(),
    };
    const [row] = await tx
      .insert(inboxMembers)
      .values({ orgId: ctx.orgId, userId: memberId, ...change })
      .onConflictDoUpdate({ target: [inboxMembers.orgId, inboxMembers.userId], set: change })
      .returning();
    await record(tx, ctx, dutyChanged, {
      subject: memberId,
      data: { member: name, onDuty: row!.onDuty, capacity: row!.capacity },
    });
    await ctx.jobs.enqueue(giveWaitingJob, { orgId: ctx.orgId }, { tx, key: ctx.orgId });
    return { onDuty: row!.onDuty };
  });
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
