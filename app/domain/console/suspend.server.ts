import { and, asc, eq, inArray, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { sessions } from "#app/db/schema/accounts/sessions.ts";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { campaigns } from "#app/db/schema/messaging/campaigns.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { pauseCampaignForReason } from "#app/domain/messaging/campaigns/pause.server.ts";
import { wakeSender } from "#app/domain/messaging/messages/wakeSender.server.ts";
import { type ManagersLetter, mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext, SuspensionLevel } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { inSentence } from "#app/platform/text/inSentence.ts";
import { m } from "#messages";
import { organisationSuspended } from "./events.ts";
import { lockOrganisation } from "./organisation.server.ts";
import { staffOrgContext } from "./staffContext.ts";
import { suspensionLevels } from "./words.ts";

/**
 * Suspends an organisation at `level`, at once: its campaigns pause, and at `sign_in` its sessions end. A
 * second suspension replaces the first. Its managers are emailed the reason. @throws DomainError
 * `organisation.not_found`, `organisation.of_staff` (409).
 */
export async function suspendOrganisation({
  ctx,
  input,
}: Call<{ orgId: string; level: SuspensionLevel; reason: string }, StaffContext>): Promise<{
  pausedCampaigns: number;
  endedSessions: number;
}> {
  const now = ctx.clock.now();
  const { level, reason } = input;
  return ctx.db.withSystem(async (tx) => {
    const org = await lockOrganisation(tx, input.orgId);
    await refuseOwnHouse(tx, org.id);
    await tx
      .update(suspensions)
      .set({ endedAt: now, endedBy: ctx.session.userId })
      .where(and(eq(suspensions.orgId, org.id), isNull(suspensions.endedAt)));
    await tx.insert(suspensions).values({
      orgId: org.id,
      id: newId("sus", now.getTime()),
      level,
      reason,
      startedBy: ctx.session.userId,
      startedAt: now,
    });
    const pausedCampaigns = await pauseCampaigns(tx, org.id, reason, now);
    const endedSessions = level === "sign_in" ? await endSessions(tx, org.id, now) : 0;
    await record(tx, staffOrgContext(ctx, org.id), organisationSuspended, {
      subject: org.id,
      data: { level, pausedCampaigns, endedSessions, reason },
    });
    await mailManagers(tx, ctx, org.id, () => letterOf(org.name, level, reason));
    return { pausedCampaigns, endedSessions };
  });
}

function letterOf(org: string, level: SuspensionLevel, reason: string): ManagersLetter {
  const { label, meaning } = suspensionLevels[level];
  return {
    subject: m.mails_suspended_subject({ org, level: inSentence(label) }),
    lines: [meaning, m.mails_suspended_reason({ reason }), m.mails_suspended_contact()],
    path: "/billing",
  };
}

/** The platform's operators cannot be locked out of it. */
async function refuseOwnHouse(tx: Tx, orgId: OrgId): Promise<void> {
  const [staff] = await tx
    .select({ id: users.id })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), eq(users.usertype, "admin")))
    .limit(1);
  if (staff) throw consoleError("organisation.of_staff");
}

async function pauseCampaigns(tx: Tx, orgId: OrgId, reason: string, at: Date): Promise<number> {
  const running = await tx
    .select({ id: campaigns.id, phoneNumberId: campaigns.phoneNumberId })
    .from(campaigns)
    .where(and(eq(campaigns.orgId, orgId), inArray(campaigns.status, ["scheduled", "preparing", "sending"])))
    .orderBy(asc(campaigns.id));
  let paused = 0;
  for (const { id, phoneNumberId } of running) {
    const done = await pauseCampaignForReason(tx, {
      orgId,
      campaignId: id,
      reason: { code: "organisation.suspended", said: reason },
      at,
    });
    if (done.paused) paused += 1;
    wakeSender(tx, phoneNumberId);
  }
  return paused;
}

async function endSessions(tx: Tx, orgId: OrgId, at: Date): Promise<number> {
  const people = tx.select({ id: members.userId }).from(members).where(eq(members.orgId, orgId));
  const ended = await tx
    .update(sessions)
    .set({ revokedAt: at })
    .where(and(inArray(sessions.userId, people), eq(sessions.orgId, orgId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id });
  return ended.length;
}
