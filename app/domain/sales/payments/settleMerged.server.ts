import { lockPayments } from "#app/domain/sales/tills/lockPayments.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { paymentsWithCredit, payOwnDues } from "./takeCredit.server.ts";

/** Lets the credit of a contact that others were merged into pay the dues that any of them had, at each till. */
export const settleMergedCredit = (ctx: OrgContext, contactId: string): Promise<void> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    await lockPayments(tx, ctx.orgId);
    const byTill = Map.groupBy(await paymentsWithCredit(tx, ctx, [contactId]), ({ tillId }) => tillId);
    for (const [tillId, payments] of byTill) await payOwnDues(tx, ctx, tillId, payments);
  });
