import { notificationsChosen } from "#app/domain/record/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import { type Call, memberActor, type VisitorContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { memberOfToken } from "./address.server.ts";
import { chooseWeeklyReport, wantsWeeklyReport } from "./choose.server.ts";

/** Ends a member's weekly report by the address in it, without a session. Again, it changes nothing. @throws DomainError `link.not_found` */
export async function unsubscribe({
  ctx,
  input: { token },
}: Call<{ token: string }, VisitorContext>): Promise<{ unsubscribed: true }> {
  const member = memberOfToken(ctx.config, token);
  if (!member) throw notFound("Link");
  const { orgId, userId } = member;
  await ctx.db.withOrg(orgId, async (tx) => {
    if (!(await wantsWeeklyReport(tx, member))) return;
    await chooseWeeklyReport(tx, member, { isWanted: false, now: ctx.clock.now() });
    const actor = memberActor(userId, { ipAddress: null, userAgent: null });
    await record(tx, { ...ctx, orgId, actor }, notificationsChosen, { subject: userId, data: {} });
  });
  return { unsubscribed: true };
}
