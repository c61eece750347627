import { and, asc, eq, isNull, lte } from "drizzle-orm";
import { queryRows, type Tx } from "#app/db/client.server.ts";
import { featureSwitches } from "#app/db/schema/organisations/organisations.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type Services, type StaffContext, systemContext } from "#app/platform/context.ts";
import { newId, type OrgId } from "#app/platform/ids.ts";
import { endOfDay } from "./endOfDay.ts";
import { featureSwitchedOff, featureSwitchedOn } from "./events.ts";
import { lockOrganisation } from "./organisation.server.ts";
import { staffOrgContext } from "./staffContext.ts";
import type { features } from "./words.ts";

export type Feature = keyof typeof features;

export interface Switch {
  feature: Feature;
  reason: string;
  endsAt: Date;
  by: string | null;
}

/** The features switched off for an organisation. */
export async function switchesOf(tx: Tx, orgId: string): Promise<Switch[]> {
  return queryRows<Switch>(
    tx,
    `select w.feature, w.reason, w.ends_at as "endsAt", p.email as by from feature_switches w
      left join users p on p.id = w.created_by where w.org_id = $1 and w.ended_at is null order by w.feature`,
    [orgId],
  );
}

/**
 * Switches a feature off for an organisation until a day (its end, in Nairobi). Nothing is deleted: flows,
 * bots, rules and connections are inactive, API keys are refused. A second switch replaces the first. @throws
 * DomainError `organisation.not_found`, `override.ends_too_soon`, `override.ends_too_late` (400).
 */
export async function switchOff({
  ctx,
  input: { orgId, feature, endsOn, reason },
}: Call<{ orgId: string; feature: Feature; endsOn: string; reason: string }, StaffContext>): Promise<{
  endsAt: Date;
}> {
  const now = ctx.clock.now();
  const endsAt = endOfDay(endsOn, now);
  return ctx.db.withSystem(async (tx) => {
    const org = await lockOrganisation(tx, orgId);
    await endSwitch(tx, org.id, feature, now);
    const row = { id: newId("fsw", now.getTime()), feature, reason, endsAt, createdAt: now };
    await tx.insert(featureSwitches).values({ orgId: org.id, createdBy: ctx.session.userId, ...row });
    await record(tx, staffOrgContext(ctx, org.id), featureSwitchedOff, {
      subject: org.id,
      data: { feature, endsOn, reason },
    });
    return { endsAt };
  });
}

/**
 * Switches a feature on again before its day. @throws DomainError `organisation.not_found`,
 * `switch.not_found`.
 */
export async function switchOn({
  ctx,
  input: { orgId, feature, reason },
}: Call<{ orgId: string; feature: Feature; reason: string }, StaffContext>): Promise<{ feature: Feature }> {
  return ctx.db.withSystem(async (tx) => {
    const org = await lockOrganisation(tx, orgId);
    if (!(await endSwitch(tx, org.id, feature, ctx.clock.now()))) throw consoleError("switch.not_found");
    await record(tx, staffOrgContext(ctx, org.id), featureSwitchedOn, {
      subject: org.id,
      data: { feature, reason },
    });
    return { feature };
  });
}

/** Ends expired switches. */
export async function endDueSwitches({ services }: { services: Services }): Promise<{ ended: number }> {
  const now = services.clock.now();
  const due = await services.db.withSystem((tx) =>
    tx
      .select({ orgId: featureSwitches.orgId, feature: featureSwitches.feature })
      .from(featureSwitches)
      .where(and(isNull(featureSwitches.endedAt), lte(featureSwitches.endsAt, now)))
      .orderBy(asc(featureSwitches.endsAt))
      .limit(500),
  );
  for (const { orgId, feature } of due)
    await services.db.withSystem(async (tx) => {
      if (!(await endSwitch(tx, orgId, feature, now))) return;
      await record(tx, systemContext(services, orgId, "endSwitches"), featureSwitchedOn, {
        subject: orgId,
        data: { feature, reason: null },
      });
    });
  return { ended: due.length };
}

async function endSwitch(tx: Tx, orgId: OrgId, feature: Feature, at: Date): Promise<boolean> {
  const ended = await tx
    .update(featureSwitches)
    .set({ endedAt: at })
    .where(
      and(
        eq(featureSwitches.orgId, orgId),
        eq(featureSwitches.feature, feature),
        isNull(featureSwitches.endedAt),
      ),
    )
    .returning({ id: featureSwitches.id });
  return ended.length > 0;
}
