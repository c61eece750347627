import { eq, sql } from "drizzle-orm";
import { users } from "#app/db/schema/accounts/users.ts";
import { weeklyReports } from "#app/db/schema/insights/weeklyReports.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import { getAnalytics } from "#app/domain/insights/analytics/queries.server.ts";
import type { MailOf } from "#app/domain/record/mails/content.ts";
import { queueMail } from "#app/domain/record/mails/queue.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { unsubscribeUrl } from "./address.server.ts";
import { mailWeeklyReportsJob } from "./jobs.ts";
import { dueWeek, reportedDays } from "./week.ts";

interface Due {
  orgId: OrgId;
  userId: string;
  email: string;
  firstName: string;
  businessName: string;
  week: string;
}

/** Emails each member who wants it the figures of the last week, once: the week is stored in the transaction that queues the email. */
export async function mailWeeklyReports({ services }: { services: Services }): Promise<{ mailed: number }> {
  let mailed = 0;
  for (const members of Map.groupBy(await findDue(services), ({ orgId }) => orgId).values()) {
    const { orgId, week } = members[0]!;
    try {
      const figures = await figuresOf(services, orgId, week);
      for (const member of members) mailed += await mailOnce(services, member, figures);
    } catch (error) {
      // The others must not wait for it; the next run retries it.
      services.log.error({ err: error, orgId }, "weekly report was not sent");
    }
  }
  return { mailed };
}

async function findDue({ db, clock }: Services): Promise<Due[]> {
  const week = dueWeek(clock.now(), sql`${organisations.timezone}`);
  return db.systemReads
    .select({
      orgId: weeklyReports.orgId,
      userId: weeklyReports.userId,
      email: users.email,
      firstName: users.firstName,
      businessName: organisations.name,
      week: sql<string>`(${week})::text`,
    })
    .from(weeklyReports)
    .innerJoin(organisations, eq(organisations.id, weeklyReports.orgId))
    .innerJoin(users, eq(users.id, weeklyReports.userId))
    .where(sql`${weeklyReports.lastWeek} < ${week} and ${users.accountStatus} = 'active'`)
    .orderBy(weeklyReports.orgId, weeklyReports.userId);
}

type Figures = Pick<MailOf<"weekly_report">, "from" | "to" | "figures">;

async function figuresOf(services: Services, orgId: OrgId, week: string): Promise<Figures> {
  const days = reportedDays(week);
  const ctx = systemContext(services, orgId, mailWeeklyReportsJob.name);
  const all = await getAnalytics({ ctx, input: { period: "7days", ...days } });
  const { totals, before, people, peopleBefore, satisfaction, satisfactionBefore } = all;
  return {
    ...days,
    figures: {
      delivered: [totals.delivered, before.delivered],
      replies: [totals.replies, before.replies],
      people: [people.uniqueContacts ?? 0, peopleBefore.uniqueContacts ?? 0],
      replySeconds: [people.averageSeconds, peopleBefore.averageSeconds],
      satisfaction: [satisfaction.average, satisfactionBefore.average],
    },
  };
}

/** None: another process was faster, or the member no longer wants it. */
const mailOnce = (services: Services, member: Due, figures: Figures): Promise<number> =>
  services.db.withSystem(async (tx) => {
    const { orgId, userId, week, email: to, firstName, businessName } = member;
    const { rows } = await tx.execute(sql`
      update weekly_reports set last_week = ${week}::date
      where org_id = ${orgId} and user_id = ${userId} and last_week < ${week}::date returning user_id`);
    if (rows.length === 0) return 0;
    const url = unsubscribeUrl(services.config, member);
    await queueMail(tx, services, {
      ...{ to, userId, orgId },
      content: { kind: "weekly_report", firstName, businessName, unsubscribeUrl: url, ...figures },
    });
    return 1;
  });
