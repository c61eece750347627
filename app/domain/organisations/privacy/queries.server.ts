import { desc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { supportVisits } from "#app/db/schema/accounts/sessions.ts";
import { dataSettings } from "#app/db/schema/organisations/organisations.ts";
import { retentionReports } from "#app/db/schema/organisations/retention.ts";
import { namesOfUsers } from "#app/domain/accounts/names.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { defaultRetentionDays } from "./words.ts";

const listed = 30;

export async function readDataSettings(tx: Tx, orgId: OrgId) {
  const [settings] = await tx
    .select({ retentionDays: dataSettings.retentionDays, supportAllowed: dataSettings.supportAllowed })
    .from(dataSettings)
    .where(eq(dataSettings.orgId, orgId));
  return settings ?? { retentionDays: defaultRetentionDays, supportAllowed: true };
}

/** The organisation's data settings, support visits, and nightly deletions. */
export async function getPrivacy(ctx: OrgContext) {
  const found = await ctx.db.withOrg(ctx.orgId, async (tx) => ({
    settings: await readDataSettings(tx, ctx.orgId),
    visits: await tx
      .select()
      .from(supportVisits)
      .where(eq(supportVisits.orgId, ctx.orgId))
      .orderBy(desc(supportVisits.startedAt))
      .limit(listed),
    reports: await tx
      .select()
      .from(retentionReports)
      .where(eq(retentionReports.orgId, ctx.orgId))
      .orderBy(desc(retentionReports.at))
      .limit(listed),
  }));
  const names = await namesOfUsers(
    ctx,
    found.visits.map(({ staffUserId }) => staffUserId),
  );
  const now = ctx.clock.now();
  return {
    settings: found.settings,
    visits: found.visits.map((visit) => ({
      id: visit.id,
      by: names.get(visit.staffUserId)?.name ?? "",
      reason: visit.reason,
      actReason: visit.actReason,
      startedAt: visit.startedAt,
      endedAt: visit.endedAt ?? (visit.endsAt <= now ? visit.endsAt : null),
    })),
    reports: found.reports.map(({ orgId: _, ...report }) => report),
  };
}
