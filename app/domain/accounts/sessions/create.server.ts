import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import type { KeptToken } from "#app/domain/accounts/browserTokens.ts";
import { confirmedFactorOf } from "#app/domain/accounts/secondFactors/find.server.ts";
import type { SessionContext, Usertype, VisitorContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { randomToken } from "#app/platform/secrets/random.ts";
import { suspensionOf } from "../suspensions.server.ts";
import { hashToken, sealSession } from "./token.server.ts";

const hourMs = 3_600_000;
export const rememberedDays = 30;
/** The maximum age of a browser session, should the browser never be closed. */
export const browserSessionHours = 12;

/**
 * Opens a session with a new token for the user, in the organisation `orgId`, or in the one that they
 * joined first. Returns its token for the browser, to be sent once the transaction has committed.
 */
export async function createSession(
  tx: Tx,
  ctx: VisitorContext,
  {
    user,
    remember,
    orgId,
  }: {
    user: { id: string; email: string; usertype: Usertype };
    remember: boolean;
    orgId?: OrgId | undefined;
  },
): Promise<{ session: SessionContext; token: KeptToken }> {
  const now = ctx.clock.now();
  const token = randomToken(32);
  const [membership] = await tx
    .select({ orgId: members.orgId, role: members.role })
    .from(members)
    .where(and(eq(members.userId, user.id), ...(orgId ? [eq(members.orgId, orgId)] : [])))
    .orderBy(asc(members.createdAt))
    .limit(1);
  const lastsMs = remember ? rememberedDays * 24 * hourMs : browserSessionHours * hourMs;
  const session: SessionContext = {
    sessionId: newId("ses", now.getTime()),
    userId: user.id,
    email: user.email,
    usertype: user.usertype,
    orgId: membership?.orgId,
    memberRole: membership?.role,
    staffRole: undefined,
    partnerId: undefined,
    suspension: membership && (await suspensionOf(tx, membership.orgId)),
    hasSecondFactor: (await confirmedFactorOf(tx, user.id)) !== undefined,
  };
  await tx.insert(sessions).values({
    id: session.sessionId,
    tokenHash: hashToken(token),
    userId: user.id,
    orgId: membership?.orgId ?? null,
    ipAddress: ctx.caller.ipAddress,
    userAgent: ctx.caller.userAgent,
    remember,
    createdAt: now,
    seenAt: now,
    expiresAt: new Date(now.getTime() + lastsMs),
  });
  const value = sealSession(token, user.usertype, ctx.config.sessionSecret);
  return { session, token: { value, days: remember ? rememberedDays : null } };
}
