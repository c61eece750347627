import { and, eq, sql } from "drizzle-orm";
import { notificationChoices } from "#app/db/schema/record/notifications.ts";
import { chooseWeeklyReport, wantsWeeklyReport } from "#app/domain/insights/weeklyReport/choose.server.ts";
import { notificationsChosen } from "#app/domain/record/events.ts";
import { type NewsKind, type NewsWay, newsKinds } from "#app/domain/record/notifications/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type MemberContext, orgContext } from "#app/platform/context.ts";

export type Choices = Record<NewsKind, NewsWay>;

/** The member's delivery choice for each kind of notification, and whether they want the weekly report. */
export async function getNotificationChoices(
  ctx: MemberContext,
): Promise<{ choices: Choices; weeklyReport: boolean }> {
  const { rows, weeklyReport } = await ctx.db.withOrg(ctx.orgId, async (tx) => ({
    rows: await tx.select().from(notificationChoices).where(own(ctx)),
    weeklyReport: await wantsWeeklyReport(tx, { orgId: ctx.orgId, userId: ctx.session.userId }),
  }));
  const chosen = new Map(rows.map(({ kind, way }) => [kind, way]));
  return {
    weeklyReport,
    choices: Object.fromEntries(newsKinds.map((kind) => [kind, chosen.get(kind) ?? "bell"])) as Choices,
  };
}

/** Holds for what happens from now on. */
export async function updateNotificationChoices({
  ctx,
  input,
}: Call<{ choices: Partial<Choices>; weeklyReport?: boolean | undefined }, MemberContext>): Promise<{
  saved: true;
}> {
  const { orgId } = ctx;
  const { userId } = ctx.session;
  const rows = newsKinds.flatMap((kind) => {
    const way = input.choices[kind];
    return way ? [{ orgId, userId, kind, way }] : [];
  });
  const { weeklyReport: isWanted } = input;
  if (rows.length > 0 || isWanted !== undefined)
    await ctx.db.withOrg(orgId, async (tx) => {
      if (isWanted !== undefined)
        await chooseWeeklyReport(tx, { orgId, userId }, { isWanted, now: ctx.clock.now() });
      if (rows.length > 0)
        await tx
          .insert(notificationChoices)
          .values(rows)
          .onConflictDoUpdate({
            target: [notificationChoices.orgId, notificationChoices.userId, notificationChoices.kind],
            set: { way: sql`excluded.way` },
          });
      await record(tx, orgContext(ctx), notificationsChosen, { subject: userId, data: {} });
    });
  return { saved: true };
}

const own = (ctx: MemberContext) =>
  and(eq(notificationChoices.orgId, ctx.orgId), eq(notificationChoices.userId, ctx.session.userId));
