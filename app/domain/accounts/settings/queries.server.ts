import { and, desc, eq } from "drizzle-orm";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { isOpenSession, openAt } from "#app/domain/accounts/sessions/open.server.ts";
import type { UserContext } from "#app/platform/context.ts";
import { deviceOf } from "#app/platform/http/device.ts";

/** The user's open sessions, the one of this call first. */
export async function listSessions(ctx: UserContext) {
  const rows = await ctx.db.withSystem((tx) =>
    tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.userId, ctx.session.userId), isOpenSession))
      .orderBy(desc(sessions.seenAt))
      .prepare("sessions-of-user")
      .execute(openAt(ctx)),
  );
  const listed = rows.map((row) => ({
    id: row.id,
    device: deviceOf(row.userAgent),
    ipAddress: row.ipAddress,
    createdAt: row.createdAt,
    seenAt: row.seenAt,
    current: row.id === ctx.session.sessionId,
  }));
  return { sessions: listed.toSorted((a, b) => Number(b.current) - Number(a.current)) };
}
