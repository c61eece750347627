import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Services, SessionContext } from "#app/api/context.ts";
import { prepareOnce } from "#app/db/client.server.ts";
import { members, sessions, users } from "#app/db/schema/identity.ts";
import { secondFactors } from "#app/db/schema/secondFactors.ts";
import { readCookie, sessionCookieName } from "#app/shared/cookies.ts";
import type { OrgId } from "#app/shared/ids.ts";
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
      secondFactorSince: secondFactors.confirmedAt,
      seenAt: sessions.seenAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .leftJoin(secondFactors, eq(secondFactors.userId, users.id))
    .leftJoin(members, and(eq(members.userId, users.id), eq(members.orgId, sessions.orgId)))
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
