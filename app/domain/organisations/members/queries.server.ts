import { and, asc, desc, eq, inArray, isNull, max } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { invitations, members, organisations } from "#app/db/schema/organisations/organisations.ts";
import { avatarPath } from "#app/domain/accounts/avatarPath.ts";
import type { MemberContext, UserContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { may } from "#app/platform/roles/acts.server.ts";

const nameOf = (person: { firstName: string; lastName: string }) =>
  `${person.firstName} ${person.lastName}`.trim();

const listed = {
  id: members.userId,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  avatar: users.avatar,
  role: members.role,
  joinedAt: members.createdAt,
};

/** The members of the organisation in joining order, and for managers the open invitations, newest first. */
export async function listMembers(ctx: MemberContext) {
  const { orgId, session } = ctx;
  return ctx.db.withOrg(orgId, async (tx) => {
    const people = await tx
      .select(listed)
      .from(members)
      .innerJoin(users, eq(users.id, members.userId))
      .where(eq(members.orgId, orgId))
      .orderBy(asc(members.createdAt), asc(members.userId));
    const waiting = !may(session, "members.manage")
      ? []
      : await tx
          .select()
          .from(invitations)
          .where(
            and(eq(invitations.orgId, orgId), isNull(invitations.acceptedAt), isNull(invitations.revokedAt)),
          )
          .orderBy(desc(invitations.createdAt));
    const now = ctx.clock.now();
    const activeAt = await lastActive(ctx, people);
    return {
      members: people.map(({ firstName, lastName, avatar, ...person }) => ({
        ...person,
        avatar: avatarPath(avatar),
        name: nameOf({ firstName, lastName }),
        isYou: person.id === session.userId,
        lastActiveAt: activeAt.get(person.id) ?? null,
      })),
      invitations: waiting.map((invitation) => ({
        id: invitation.id,
        email: invitation.email,
        role: invitation.role,
        createdAt: invitation.createdAt,
        expiresAt: invitation.expiresAt,
        expired: invitation.expiresAt <= now,
      })),
    };
  });
}

/** When each was last seen in this organisation, else last signed in. */
async function lastActive({ db, orgId }: MemberContext, people: readonly { id: string }[]) {
  const rows = await db.withSystem((tx) =>
    tx
      .select({ id: users.id, signedInAt: users.lastLogin, seenAt: max(sessions.seenAt) })
      .from(users)
      .leftJoin(sessions, and(eq(sessions.userId, users.id), eq(sessions.orgId, orgId)))
      .where(
        inArray(
          users.id,
          people.map(({ id }) => id),
        ),
      )
      .groupBy(users.id),
  );
  return new Map(rows.map(({ id, signedInAt, seenAt }) => [id, seenAt ?? signedInAt]));
}

/** @throws DomainError `member.not_found`. */
export async function getMember(ctx: MemberContext, memberId: string) {
  const { members: people } = await listMembers(ctx);
  const member = people.find((person) => person.id === memberId);
  if (!member) throw notFound("Member");
  return { member };
}

/** The organisations that the caller is a member of, by name. */
export async function listOrganisations(ctx: UserContext) {
  const rows = await ctx.db.withSystem((tx) =>
    tx
      .select({ id: organisations.id, name: organisations.name, role: members.role })
      .from(members)
      .innerJoin(organisations, eq(organisations.id, members.orgId))
      .where(eq(members.userId, ctx.session.userId))
      .orderBy(asc(organisations.name), asc(organisations.id)),
  );
  return { organisations: rows.map((row) => ({ ...row, current: row.id === ctx.session.orgId })) };
}

/** Locks all memberships of an organisation, so that two changes at once cannot both spare the other's owner. System role. */
export async function lockMembers(tx: Tx, orgId: OrgId) {
  return tx
    .select({ userId: members.userId, role: members.role })
    .from(members)
    .where(eq(members.orgId, orgId))
    .orderBy(asc(members.userId))
    .for("update");
}
