import { and, eq, isNull } from "drizzle-orm";
import { suspensions } from "#app/db/schema/accounts/suspensions.ts";
import { consoleError } from "#app/domain/console/errors.ts";
import { mailManagers } from "#app/domain/record/mails/mailManagers.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, StaffContext } from "#app/platform/context.ts";
import { m } from "#messages";
import { organisationReinstated } from "./events.ts";
import { lockOrganisation } from "./organisation.server.ts";
import { staffOrgContext } from "./staffContext.ts";

/**
 * Reinstates an organisation. Its campaigns stay paused until a member resumes them. @throws DomainError
 * `organisation.not_found`, `organisation.not_suspended` (409).
 */
export async function reinstateOrganisation({
  ctx,
  input,
}: Call<{ orgId: string; reason: string }, StaffContext>): Promise<{ name: string }> {
  return ctx.db.withSystem(async (tx) => {
    const org = await lockOrganisation(tx, input.orgId);
    const [ended] = await tx
      .update(suspensions)
      .set({ endedAt: ctx.clock.now(), endedBy: ctx.session.userId, endReason: input.reason })
      .where(and(eq(suspensions.orgId, org.id), isNull(suspensions.endedAt)))
      .returning({ id: suspensions.id });
    if (!ended) throw consoleError("organisation.not_suspended", { values: { org: org.name } });
    await record(tx, staffOrgContext(ctx, org.id), organisationReinstated, {
      subject: org.id,
      data: { reason: input.reason },
    });
    await mailManagers(tx, ctx, org.id, () => ({
      subject: m.mails_reinstated_subject({ org: org.name }),
      lines: [m.mails_reinstated_text(), m.mails_suspended_reason({ reason: input.reason })],
      path: "/messaging",
    }));
    return { name: org.name };
  });
}
