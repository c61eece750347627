import { and, eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { weeklyReports } from "#app/db/schema/insights/weeklyReports.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { dueWeek } from "./week.ts";

interface Member {
  orgId: OrgId;
  userId: string;
}

const own = ({ orgId, userId }: Member) =>
  and(eq(weeklyReports.orgId, orgId), eq(weeklyReports.userId, userId));

/** Whether a member wants the weekly report. */
export const wantsWeeklyReport = async (tx: Tx, member: Member): Promise<boolean> =>
  (await tx.$count(weeklyReports, own(member))) > 0;

/** The first report is the next one that is due. Wanting it again changes nothing. */
export async function chooseWeeklyReport(
  tx: Tx,
  member: Member,
  { isWanted, now }: { isWanted: boolean; now: Date },
): Promise<void> {
  if (!isWanted) {
    await tx.delete(weeklyReports).where(own(member));
    return;
  }
  const { orgId, userId } = member;
  await tx.execute(sql`
    insert into weekly_reports (org_id, user_id, last_week, created_at)
    select o.id, ${userId}, ${dueWeek(now, sql`o.timezone`)}, ${now.toISOString()}::timestamptz
    from organisations o where o.id = ${orgId}
    on conflict do nothing`);
}
