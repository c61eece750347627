import { and, eq, sql } from "drizzle-orm";
import { notificationChoices } from "#app/db/schema/record/notifications.ts";
import { notificationsChosen } from "#app/domain/record/events.ts";
import { type NewsKind, type NewsWay, newsKinds } from "#app/domain/record/notifications/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, type MemberContext, orgContext } from "#app/platform/context.ts";

export type Choices = Record<NewsKind, NewsWay>;

/** The member's delivery choice for each kind of notification. */
export async function getNotificationChoices(ctx: MemberContext): Promise<{ choices: Choices }> {
  const rows = await ctx.db.withOrg(ctx.orgId, (tx) => tx.select().from(notificationChoices).where(own(ctx)));
  const chosen = new Map(rows.map(({ kind, way }) => [kind, way]));
  return {
    choices: Object.fromEntries(newsKinds.map((kind) => [kind, chosen.get(kind) ?? "bell"])) as Choices,
  };
}

/** Holds for what happens from now on. */
export async function updateNotificationChoices({
  ctx,
  input,
}: Call<{ choices: Partial<Choices> }, MemberContext>): Promise<{ saved: true }> {
  const { orgId } = ctx;
  const { userId } = ctx.session;
  const rows = newsKinds.flatMap((kind) => {
    const way = input.choices[kind];
    return way ? [{ orgId, userId, kind, way }] : [];
  });
  if (rows.length > 0)
    await ctx.db.withOrg(orgId, async (tx) => {
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
