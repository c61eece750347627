import { and, asc, eq, isNull } from "drizzle-orm";
import { clientOf, type Tx } from "#app/db/client.server.ts";
import { inSavepoint } from "#app/db/savepoint.ts";
import { tillNotices } from "#app/db/schema/sales/tills.ts";
import { isTransient } from "#app/db/transient.ts";
import { findTill } from "#app/domain/sales/tills/find.server.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import { type OrgContext, paymentsActor, type Services, systemContext } from "#app/platform/context.ts";
import type { OrgId } from "#app/platform/ids.ts";
import { applyConfirmation } from "./confirmation.server.ts";
import { applyPromptNotice } from "./promptNotice.server.ts";
import { applyRefundResult, refundTimedOut } from "./refundResult.server.ts";

type Notice = typeof tillNotices.$inferSelect;

const together = 20;

/** The context of what M-Pesa reports to an organisation. */
export const paymentsContext = (services: Services, orgId: OrgId): OrgContext => ({
  ...systemContext(services, orgId, "take-till-payments"),
  actor: paymentsActor,
});

/**
 * Applies an organisation's stored notices, each once and in order, several per transaction. Safe to run
 * concurrently. @throws a transient error, for the next run.
 */
export async function applyTillNotices(services: Services, orgId: OrgId): Promise<{ applied: number }> {
  const ctx = paymentsContext(services, orgId);
  let applied = 0;
  for (;;) {
    const count = await services.db.withOrg(orgId, (tx) => applyGroup(tx, ctx));
    applied += count;
    if (count < together) return { applied };
  }
}

async function applyGroup(tx: Tx, ctx: OrgContext): Promise<number> {
  await lockPayments(tx, ctx.orgId);
  const notices = await tx
    .select()
    .from(tillNotices)
    .where(and(eq(tillNotices.orgId, ctx.orgId), isNull(tillNotices.appliedAt)))
    .orderBy(asc(tillNotices.id))
    .limit(together)
    .for("update", { skipLocked: true });
  const outcomes: string[] = [];
  for (const notice of notices) outcomes.push(await outcomeOf(tx, ctx, notice));
  if (notices.length > 0)
    await clientOf(tx).query({
      name: "note-applied-till-notices",
      text: `update till_notices n set applied_at = $2, outcome = done.outcome
        from unnest($3::text[], $4::text[]) as done (id, outcome) where n.org_id = $1 and n.id = done.id`,
      values: [ctx.orgId, ctx.clock.now(), notices.map(({ id }) => id), outcomes],
    });
  return notices.length;
}

/** One that can't be applied is not retried forever: the pull brings its payment. */
async function outcomeOf(tx: Tx, ctx: OrgContext, notice: Notice): Promise<string> {
  try {
    return await inSavepoint(tx, () => applyNotice(tx, ctx, notice));
  } catch (error) {
    if (isTransient(error)) throw error;
    ctx.log.error({ err: error, noticeId: notice.id }, "till notice not applied");
    return "not applied";
  }
}

async function applyNotice(tx: Tx, ctx: OrgContext, notice: Notice): Promise<string> {
  const till = await findTill(tx, ctx.orgId, notice.tillId);
  const body: unknown = JSON.parse(notice.body);
  if (notice.kind === "confirmation")
    return applyConfirmation(tx, ctx, till, { body, receivedAt: notice.receivedAt });
  if (notice.kind === "prompt")
    return applyPromptNotice(tx, ctx, till, { promptId: notice.subjectId ?? "", body });
  const refundId = notice.subjectId ?? "";
  return notice.kind === "result"
    ? applyRefundResult(tx, ctx, till, { refundId, body })
    : refundTimedOut(tx, ctx, refundId);
}
