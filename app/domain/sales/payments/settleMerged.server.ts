import { and, asc, eq, isNotNull } from "drizzle-orm";
import { tillPayments } from "#app/db/schema/sales/payments.ts";
import { settleMergedCreditJob } from "#app/domain/sales/jobs.ts";
import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import { type OrgContext, type Services, systemContext } from "#app/platform/context.ts";
import { takeCredit } from "./takeCredit.server.ts";

const mostAtOnce = 200;

/** Lets the credit of merged contacts pay the dues that either of them had, of all organisations. Returns how many. */
export async function settleMergedCredit(services: Services): Promise<{ settled: number }> {
  const due = await services.db.systemReads
    .selectDistinct({
      orgId: tillPayments.orgId,
      contactId: tillPayments.contactId,
      tillId: tillPayments.tillId,
    })
    .from(tillPayments)
    .where(isNotNull(tillPayments.settleAt))
    .orderBy(asc(tillPayments.orgId))
    .limit(mostAtOnce);
  for (const { orgId, contactId, tillId } of due)
    await settle(systemContext(services, orgId, settleMergedCreditJob.name), contactId ?? "", tillId);
  return { settled: due.length };
}

const settle = (ctx: OrgContext, contactId: string, tillId: string): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockPayments(tx, ctx.orgId);
    await takeCredit(tx, ctx, { tillId, contactIds: [contactId] });
    await tx
      .update(tillPayments)
      .set({ settleAt: null })
      .where(
        and(
          ...[eq(tillPayments.orgId, ctx.orgId), eq(tillPayments.contactId, contactId)],
          ...[eq(tillPayments.tillId, tillId), isNotNull(tillPayments.settleAt)],
        ),
      );
  });
