import { and, eq, isNull, ne } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";

/** Ends one session. */
export async function revokeSession(tx: Tx, now: Date, sessionId: string): Promise<void> {
  await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAt)));
}

/** Ends all sessions of a user, except `except`. Returns how many ended. */
export async function revokeSessionsOf(tx: Tx, now: Date, userId: string, except?: string): Promise<number> {
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: now })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        ...(except === undefined ? [] : [ne(sessions.id, except)]),
      ),
    )
    .returning({ id: sessions.id });
  return ended.length;
}
