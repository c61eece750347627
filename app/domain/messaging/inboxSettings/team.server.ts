import { and, asc, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { inboxMembers } from "#app/db/schema/messaging/inbox.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import type { OrgId } from "#app/platform/ids.ts";

export const usualCapacity = 10;

/** The members by name, not yet queried. */
export const membersByName = (tx: Tx, orgId: OrgId) =>
  tx
    .select({
      id: members.userId,
      firstName: users.firstName,
      lastName: users.lastName,
      email: users.email,
      onDuty: sql<boolean>`coalesce(${inboxMembers.onDuty}, false)`,
      capacity: sql<number>`coalesce(${inboxMembers.capacity}, ${usualCapacity}::int)`,
      load: sql<number>`(select count(*) from conversations c
        where c.org_id = ${orgId} and c.assigned_to = ${members.userId} and c.state <> 'closed' and c.state <> 'snoozed')`,
    })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .leftJoin(inboxMembers, and(eq(inboxMembers.orgId, orgId), eq(inboxMembers.userId, members.userId)))
    .where(eq(members.orgId, orgId))
    .orderBy(asc(users.firstName), asc(users.lastName), asc(members.userId));

type MemberRow = Awaited<ReturnType<typeof membersByName>>[number];

export const asTeam = (rows: readonly MemberRow[]) =>
  rows.map(({ firstName, lastName, email, ...member }) => ({
    ...member,
    firstName: firstName || email,
    name: `${firstName} ${lastName}`.trim() || email,
  }));

/** The members as the inbox sees them, by name; `load` is how many conversations that are neither closed nor snoozed each has. */
export const teamOf = async (tx: Tx, orgId: OrgId) => asTeam(await membersByName(tx, orgId));

export type TeamMember = Awaited<ReturnType<typeof teamOf>>[number];
