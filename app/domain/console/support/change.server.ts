import { and, eq, isNull, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sessions, supportVisits } from "#app/db/schema/accounts/sessions.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { supportActing, supportEnded } from "#app/domain/organisations/events.ts";
import { mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type Services, systemContext, type UserContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { m } from "#messages";
import { nameOf, onBehalf } from "./open.server.ts";

/** The visit of this session. @throws DomainError `support.none` (409) where there is none. */
function visitOf({ session }: UserContext) {
  const { support, orgId } = session;
  if (!support || !orgId) throw consoleError("support.none");
  return { ...support, orgId };
}

/**
 * The second step: from now on the visit may change things, except what staff never may. The managers are
 * notified. @throws DomainError `support.none` (409).
 */
export async function actInSupportVisit({
  ctx,
  input,
}: Call<{ reason: string }, UserContext>): Promise<{ acting: true }> {
  const { visitId, orgId, staffUserId } = visitOf(ctx);
  const now = ctx.clock.now();
  await ctx.db.withSystem(async (tx) => {
    const [changed] = await tx
      .update(supportVisits)
      .set({ actReason: input.reason, actingSince: now })
      .where(
        and(
          eq(supportVisits.orgId, orgId),
          eq(supportVisits.id, visitId),
          isNull(supportVisits.endedAt),
          isNull(supportVisits.actingSince),
        ),
      )
      .returning({ id: supportVisits.id });
    if (!changed) return;
    await notifyOwners(tx, ctx, { visitId, orgId, staffUserId, reason: input.reason });
  });
  return { acting: true };
}

async function notifyOwners(
  tx: Tx,
  ctx: UserContext,
  {
    visitId,
    orgId,
    staffUserId,
    reason,
  }: { visitId: string; orgId: OrgId; staffUserId: string; reason: string },
): Promise<void> {
  const staff = await nameOf(tx, staffUserId);
  const data = { staff, reason };
  await record(tx, onBehalf(ctx, orgId, ctx.session.userId), supportActing, { subject: visitId, data });
  const [org] = await tx
    .select({ name: organisations.name })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  await mailManagers(tx, ctx, orgId, () => ({
    subject: m.mails_support_acts_subject({ org: org?.name ?? m.mails_your_organisation() }),
    lines: [m.mails_support_acts({ staff }), m.mails_suspended_reason({ reason }), m.mails_support_reach()],
    path: "/activity",
  }));
}

/** Leaves the workspace. @throws DomainError `support.none` (409). */
export async function endSupportVisit({ ctx }: { ctx: UserContext }): Promise<{ orgId: string }> {
  const { visitId, orgId } = visitOf(ctx);
  await ctx.db.withSystem(async (tx) => {
    const [ended] = await tx
      .update(supportVisits)
      .set({ endedAt: ctx.clock.now(), endedBecause: "staff" })
      .where(
        and(eq(supportVisits.orgId, orgId), eq(supportVisits.id, visitId), isNull(supportVisits.endedAt)),
      )
      .returning({ id: supportVisits.id });
    if (!ended) return;
    const actor = onBehalf(ctx, orgId, ctx.session.userId);
    await record(tx, actor, supportEnded, { subject: visitId, data: { because: "staff" } });
  });
  return { orgId };
}

/** Closes expired visits; access has already ended. Runs every minute. */
export async function endDueVisits({ services }: { services: Services }): Promise<{ ended: number }> {
  const now = services.clock.now();
  return services.db.withSystem(async (tx) => {
    const over = await tx
      .update(supportVisits)
      .set({
        endedAt: sql`least(${supportVisits.endsAt}, ${now.toISOString()}::timestamptz)`,
        endedBecause: "time",
      })
      .where(
        and(
          isNull(supportVisits.endedAt),
          sql`(${supportVisits.endsAt} <= ${now.toISOString()}::timestamptz
            or exists (select 1 from ${sessions} s where s.id = ${supportVisits.sessionId} and s.revoked_at is not null))`,
        ),
      )
      .returning({ id: supportVisits.id, orgId: supportVisits.orgId });
    for (const { id, orgId } of over) {
      const ctx = systemContext(services, orgId, "end-support-visits");
      await record(tx, ctx, supportEnded, { subject: id, data: { because: "time" } });
    }
    return { ended: over.length };
  });
}
