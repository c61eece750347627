import { and, asc, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { supportVisits } from "#app/db/schema/accounts/sessions.ts";
import { users } from "#app/db/schema/accounts/users.ts";
import { members } from "#app/db/schema/organisations/organisations.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { supportOpened } from "#app/domain/organisations/events.ts";
import { readDataSettings } from "#app/domain/organisations/privacy/queries.server.ts";
import { mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { isStaff } from "#app/platform/roles/accountKinds.ts";
import { m } from "#messages";
import { lockOrganisation } from "../organisation.server.ts";
import { staffOrgContext } from "../staffContext.ts";
import { visitMinutes } from "../words.ts";

/**
 * Opens an organisation's workspace for this session, as its owner sees it and read-only. The managers are
 * notified by email and bell. An earlier visit of this session ends. @throws DomainError
 * `organisation.not_found`, `support.switched_off` (403), `support.of_staff`, `support.no_owner` (409).
 */
export async function openSupportVisit({
  ctx,
  input,
}: Call<{ orgId: string; reason: string; ticket?: string | undefined }, StaffContext>): Promise<{
  visitId: string;
  endsAt: Date;
}> {
  const now = ctx.clock.now();
  const endsAt = new Date(now.getTime() + visitMinutes * 60_000);
  const { reason, ticket = null } = input;
  return ctx.db.withSystem(async (tx) => {
    const org = await lockOrganisation(tx, input.orgId);
    const { supportAllowed } = await readDataSettings(tx, org.id);
    if (!supportAllowed) throw consoleError("support.switched_off", { values: { org: org.name } });
    const owner = await ownerOf(tx, org.id);
    await tx
      .update(supportVisits)
      .set({ endedAt: now, endedBecause: "staff" })
      .where(and(eq(supportVisits.sessionId, ctx.session.sessionId), isNull(supportVisits.endedAt)));
    const visitId = newId("svt", now.getTime());
    await tx.insert(supportVisits).values({
      orgId: org.id,
      id: visitId,
      sessionId: ctx.session.sessionId,
      staffUserId: ctx.session.userId,
      forUserId: owner,
      reason,
      ticket,
      startedAt: now,
      endsAt,
    });
    await notifyOwners(tx, ctx, { org, owner, visitId, reason, ticket });
    return { visitId, endsAt };
  });
}

/** In the log, at the bell and by email. */
async function notifyOwners(
  tx: Tx,
  ctx: StaffContext,
  {
    org,
    owner,
    visitId,
    reason,
    ticket,
  }: {
    org: { id: OrgId; name: string };
    owner: string;
    visitId: string;
    reason: string;
    ticket: string | null;
  },
): Promise<void> {
  const staff = await nameOf(tx, ctx.session.userId);
  await record(tx, onBehalf(ctx, org.id, owner), supportOpened, {
    subject: visitId,
    data: { staff, reason, ticket, minutes: visitMinutes },
  });
  await mailManagers(tx, ctx, org.id, () => ({
    subject: m.mails_support_subject({ org: org.name }),
    lines: [
      m.mails_support_opened({ staff, minutes: visitMinutes }),
      m.mails_suspended_reason({ reason }),
      m.mails_support_where({ privacy: m.organisation_privacy_and_data() }),
    ],
    path: "/settings/privacy",
  }));
}

/** Staff's actions in a workspace carry both names. */
export function onBehalf(ctx: StaffContext, orgId: OrgId, ownerId: string) {
  const base = staffOrgContext(ctx, orgId);
  const { ipAddress, userAgent } = ctx.caller;
  const userId = ctx.session.support?.staffUserId ?? ctx.session.userId;
  return { ...base, actor: { kind: "staff", userId, onBehalfOf: ownerId, ipAddress, userAgent } as const };
}

export async function nameOf(tx: Tx, userId: string): Promise<string> {
  const [user] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName, email: users.email })
    .from(users)
    .where(eq(users.id, userId));
  return `${user?.firstName ?? ""} ${user?.lastName ?? ""}`.trim() || (user?.email ?? "");
}

/** The owner whose workspace is seen: never one of the platform's own people. */
async function ownerOf(tx: Tx, orgId: OrgId): Promise<string> {
  const owners = await tx
    .select({ id: users.id, usertype: users.usertype })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(and(eq(members.orgId, orgId), eq(members.role, "owner")))
    .orderBy(asc(members.createdAt));
  if (owners.some(isStaff)) throw consoleError("support.of_staff");
  const [first] = owners;
  if (!first) throw consoleError("support.no_owner");
  return first.id;
}
