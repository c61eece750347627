import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { prepareOnce } from "#app/db/client.server.ts";
import { suspensions } from "#app/db/schema/console.ts";
import { members, sessions, users } from "#app/db/schema/identity.ts";
import { secondFactors } from "#app/db/schema/secondFactors.ts";
import type { Services, SessionContext } from "#app/platform/context.ts";
import { readCookie, sessionCookieName } from "#app/platform/cookies.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { hashToken, openSession } from "./token.server.ts";

const sessionOf = prepareOnce((tx) =>
  tx
    .select({
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
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.orgId, sessions.orgId)))
    .leftJoin(suspensions, and(eq(suspensions.orgId, members.orgId), isNull(suspensions.endedAt)))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder("tokenHash")),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql.placeholder("now")),
      ),
    )
    .prepare("session"),
);

/** Who the cookie stands for: undefined when it is missing, forged, expired, revoked, or the user is suspended. */
export async function findSession(
  services: Services,
  cookieHeader: string | null,
): Promise<SessionContext | undefined> {
  const sealed = readCookie(cookieHeader, sessionCookieName);
  const opened = sealed ? openSession(sealed, services.config.sessionSecret) : undefined;
  if (!opened) return undefined;
  const [row] = await sessionOf(services.db.systemReads).execute({
    tokenHash: hashToken(opened.token),
    now: services.clock.now(),
  });
  if (!row || row.accountStatus === "suspended" || row.usertype !== opened.usertype) return undefined;
  await noteSeen(services, row);
  return {
    sessionId: row.sessionId,
    userId: row.userId,
    email: row.email,
    usertype: row.usertype,
    orgId: (row.orgId as OrgId | null) ?? undefined,
    memberRole: row.memberRole ?? undefined,
    staffRole: row.usertype === "admin" ? (row.staffRole ?? "support") : undefined,
    partnerId: row.partnerId ?? undefined,
    suspension: row.suspensionLevel
      ? { level: row.suspensionLevel, reason: row.suspensionReason ?? "" }
      : undefined,
    hasSecondFactor: row.secondFactorSince !== null,
  };
}

const seenEveryMs = 60_000;

/** Notes when a session was last used, at most once a minute. */
async function noteSeen(services: Services, { sessionId, seenAt }: { sessionId: string; seenAt: Date }) {
  const now = services.clock.now();
  if (now.getTime() - seenAt.getTime() < seenEveryMs) return;
  await services.db.withSystem((tx) =>
    tx.update(sessions).set({ seenAt: now }).where(eq(sessions.id, sessionId)),
  );
}
