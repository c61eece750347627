import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import { prepareOnce, type Tx } from "#app/db/client.server.ts";
import { secondFactors } from "#app/db/schema/accounts/secondFactors.ts";
import { sessions, supportVisits } from "#app/db/schema/accounts/sessions.ts";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { rowsOf } from "#app/db/together.server.ts";
import { accountOf, withAccount } from "#app/domain/accounts/queries.server.ts";
import type { Services, SessionContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { isStaff } from "#app/platform/roles/accountKinds.ts";
import { may } from "#app/platform/roles/acts.server.ts";
import { isOpenSession, openAt } from "./open.server.ts";
import { hashToken, openSession } from "./token.server.ts";

const seenMembers = alias(members, "seen_members");
const seenUsers = alias(users, "seen_users");

const shown = {
  userId: sql`coalesce(${seenUsers.id}, ${users.id})`,
  orgId: sql`case when ${seenUsers.id} is null then ${members.orgId} else ${supportVisits.orgId} end`,
};

const columns = (tx: Tx) => ({
  account: rowsOf(accountOf(tx, shown)),
  sessionId: sessions.id,
  userId: users.id,
  email: users.email,
  usertype: users.usertype,
  accountStatus: users.accountStatus,
  orgId: members.orgId,
  memberRole: members.role,
  staffRole: users.staffRole,
  partnerId: users.partnerId,
  suspensionLevel: suspensions.level,
  suspensionReason: suspensions.reason,
  secondFactorSince: secondFactors.confirmedAt,
  seenAt: sessions.seenAt,
  visit: {
    id: supportVisits.id,
    orgId: supportVisits.orgId,
    endsAt: supportVisits.endsAt,
    actingSince: supportVisits.actingSince,
  },
  seenUser: { id: seenUsers.id, email: seenUsers.email },
});

const sessionOf = prepareOnce((tx) =>
  tx
    .select(columns(tx))
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.orgId, sessions.orgId)))
    .leftJoin(suspensions, and(eq(suspensions.orgId, members.orgId), isNull(suspensions.endedAt)))
    .leftJoin(
      supportVisits,
      and(
        eq(supportVisits.sessionId, sessions.id),
        isNull(supportVisits.endedAt),
        gt(supportVisits.endsAt, sql.placeholder("now")),
      ),
    )
    // The owner's workspace is visible as long as they own it.
    .leftJoin(
      seenMembers,
      and(
        eq(seenMembers.orgId, supportVisits.orgId),
        eq(seenMembers.userId, supportVisits.forUserId),
        eq(seenMembers.role, "owner"),
      ),
    )
    .leftJoin(seenUsers, and(eq(seenUsers.id, seenMembers.userId), eq(seenUsers.usertype, "individual")))
    .where(and(eq(sessions.tokenHash, sql.placeholder("tokenHash")), isOpenSession))
    .prepare("session"),
);

/**
 * The user of a session's token: undefined when it is missing, forged, expired, unused for too long, revoked, or
 * the user is suspended.
 */
export async function findSession(
  services: Services,
  token: string | undefined,
): Promise<SessionContext | undefined> {
  const opened = openSession(token, services.config.sessionSecret);
  if (!opened) return undefined;
  const [row] = await sessionOf(services.db.systemReads).execute({
    tokenHash: hashToken(opened.token),
    ...openAt(services),
  });
  if (!row || row.accountStatus === "suspended" || row.usertype !== opened.usertype) return undefined;
  await noteSeen(services, row);
  // A change of role may end a visit.
  const mayVisit = may({ staffRole: staffRoleOf(row) }, "console.visit");
  const isVisit = row.visit !== null && row.seenUser !== null;
  if (mayVisit && row.visit && row.seenUser)
    return withAccount(viewOf(row, row.visit, row.seenUser), row.account[0]);
  // The account is the owner's, which they may not see.
  return withAccount(sessionOfRow(row), isVisit ? undefined : row.account[0]);
}

type Row = Awaited<ReturnType<ReturnType<typeof sessionOf>["execute"]>>[number];

const staffRoleOf = (row: Pick<Row, "usertype" | "staffRole">) =>
  isStaff(row) ? (row.staffRole ?? "support") : undefined;

function sessionOfRow(row: Row): SessionContext {
  return {
    sessionId: row.sessionId,
    userId: row.userId,
    email: row.email,
    usertype: row.usertype,
    orgId: (row.orgId as OrgId | null) ?? undefined,
    memberRole: row.memberRole ?? undefined,
    staffRole: staffRoleOf(row),
    partnerId: row.partnerId ?? undefined,
    suspension: row.suspensionLevel
      ? { level: row.suspensionLevel, reason: row.suspensionReason ?? "" }
      : undefined,
    hasSecondFactor: row.secondFactorSince !== null,
  };
}

/** Staff as the owner whose workspace they opened; they have no staff rights until they leave it. */
const viewOf = (
  { sessionId, userId, email }: { sessionId: string; userId: string; email: string },
  visit: { id: string; orgId: OrgId; endsAt: Date; actingSince: Date | null },
  seen: { id: string; email: string },
): SessionContext => ({
  sessionId,
  userId: seen.id,
  email: seen.email,
  usertype: "individual",
  orgId: visit.orgId,
  memberRole: "owner",
  staffRole: undefined,
  partnerId: undefined,
  suspension: undefined,
  hasSecondFactor: true,
  support: {
    visitId: visit.id,
    staffUserId: userId,
    staffEmail: email,
    acting: visit.actingSince !== null,
    endsAt: visit.endsAt,
  },
});

const seenEveryMs = 60_000;

/** Records when a session was last used, at most once a minute. */
async function noteSeen(services: Services, { sessionId, seenAt }: { sessionId: string; seenAt: Date }) {
  const now = services.clock.now();
  if (now.getTime() - seenAt.getTime() < seenEveryMs) return;
  await services.db.withSystem((tx) =>
    tx.update(sessions).set({ seenAt: now }).where(eq(sessions.id, sessionId)),
  );
}
