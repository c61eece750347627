import { and, eq, isNull } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { planOverrides } from "#app/db/schema/console/switches.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { endOfDay } from "./endOfDay.ts";
import { organisationRenamedByStaff, planOverridden, planOverrideEnded } from "./events.ts";
import { lockOrganisation } from "./organisation.server.ts";
import { staffOrgContext } from "./staffContext.ts";

/** Renames an organisation. @throws DomainError `organisation.not_found`. */
export async function renameForStaff({
  ctx,
  input,
}: Call<{ orgId: string; name: string; reason: string }, StaffContext>): Promise<{ name: string }> {
  return ctx.db.withSystem(async (tx) => {
    const org = await lockOrganisation(tx, input.orgId);
    await tx.update(organisations).set({ name: input.name }).where(eq(organisations.id, org.id));
    await record(tx, staffOrgContext(ctx, org.id), organisationRenamedByStaff, {
      subject: org.id,
      data: { was: org.name, name: input.name, reason: input.reason },
    });
    return { name: input.name };
  });
}

/**
 * Gives an organisation another plan and message limit until a day (its end, in Nairobi); the former values
 * are restored then. A second override replaces the first. @throws DomainError `organisation.not_found`,
 * `override.ends_too_soon`, `override.ends_too_late` (400).
 */
export async function overridePlan({
  ctx,
  input,
}: Call<
  {
    orgId: string;
    planType: "Starter" | "Growth" | "Enterprise";
    messageLimit: number;
    endsOn: string;
    reason: string;
  },
  StaffContext
>): Promise<{ endsAt: Date }> {
  const now = ctx.clock.now();
  const endsAt = endOfDay(input.endsOn, now);
  return ctx.db.withSystem(async (tx) => {
    const org = await lockOrganisation(tx, input.orgId);
    const former = await endOverride(tx, org.id, now);
    const { planType, messageLimit, reason } = input;
    await tx.insert(planOverrides).values({
      orgId: org.id,
      id: newId("ovr", now.getTime()),
      planType,
      messageLimit,
      formerPlanType: former?.planType ?? org.planType,
      formerMessageLimit: former?.messageLimit ?? org.messageLimit,
      reason,
      createdBy: ctx.session.userId,
      createdAt: now,
      endsAt,
    });
    await tx.update(organisations).set({ planType, messageLimit }).where(eq(organisations.id, org.id));
    await record(tx, staffOrgContext(ctx, org.id), planOverridden, {
      subject: org.id,
      data: { planType, messageLimit, endsOn: input.endsOn, reason },
    });
    return { endsAt };
  });
}

/** Ends an override before its day. @throws DomainError `organisation.not_found`, `override.not_found`. */
export async function endPlanOverride({
  ctx,
  input,
}: Call<{ orgId: string; reason: string }, StaffContext>): Promise<{ planType: string }> {
  return ctx.db.withSystem(async (tx) => {
    const org = await lockOrganisation(tx, input.orgId);
    const former = await endOverride(tx, org.id, ctx.clock.now());
    if (!former) throw consoleError("override.not_found");
    await record(tx, staffOrgContext(ctx, org.id), planOverrideEnded, {
      subject: org.id,
      data: { ...former, reason: input.reason },
    });
    return { planType: former.planType };
  });
}

/** Ends the open override, if there is one, and restores the former values. Returns them. */
export async function endOverride(tx: Tx, orgId: OrgId, at: Date) {
  const [ended] = await tx
    .update(planOverrides)
    .set({ endedAt: at })
    .where(and(eq(planOverrides.orgId, orgId), isNull(planOverrides.endedAt)))
    .returning();
  if (!ended) return undefined;
  const former = { planType: ended.formerPlanType, messageLimit: ended.formerMessageLimit };
  await tx.update(organisations).set(former).where(eq(organisations.id, orgId));
  return former;
}
