import { asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import type { EventType } from "#app/domain/record/eventType.ts";
import { type EventInput, ofThePlatform, record } from "#app/domain/record/record.server.ts";
import { type Actor, memberActor, type VisitorContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";

/**
 * Records an event of a person's account, for the organisation of this session; without a session of theirs,
 * for the one that they joined first; without any, for the platform. `by` is the actor, if not the person:
 * typing an address or a password proves no identity.
 */
export async function recordOfUser<T extends EventType>(
  tx: Tx,
  ctx: Pick<VisitorContext, "clock"> & Partial<Pick<VisitorContext, "caller" | "session">>,
  userId: string,
  type: T,
  { by, ...input }: Omit<EventInput<T>, "subject"> & { by?: Actor },
): Promise<void> {
  // The session of the browser may be another person's, who was signed in before.
  const own = ctx.session?.userId === userId ? ctx.session.orgId : undefined;
  const orgId = own ?? (await firstOrganisationOf(tx, userId)) ?? ofThePlatform;
  const actor = by ?? memberActor(userId, ctx.caller ?? { ipAddress: null, userAgent: null });
  const requestId = ctx.caller?.requestId;
  await record(tx, { orgId, clock: ctx.clock, actor, requestId }, type, {
    ...input,
    subject: userId,
  } as EventInput<T>);
}

/** The organisation that a user joined first, used when no session names one. */
export async function firstOrganisationOf(tx: Tx, userId: string): Promise<OrgId | undefined> {
  const [membership] = await tx
    .select({ orgId: members.orgId })
    .from(members)
    .where(eq(members.userId, userId))
    .orderBy(asc(members.createdAt))
    .limit(1);
  return membership?.orgId;
}
