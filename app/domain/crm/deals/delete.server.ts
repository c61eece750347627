import { deals } from "#app/db/schema/crm/deals.ts";
import { dealDeleted } from "#app/domain/crm/events.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { factsOf, lockDeal } from "./find.server.ts";
import { ownDeal } from "./joins.ts";

/** Deletes a deal with its history and its tasks. @throws DomainError `deal.not_found` */
export async function deleteDeal({ ctx, input }: Call<{ dealId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const deal = await lockDeal(tx, ctx, input.dealId);
    await tx.delete(deals).where(ownDeal(ctx, deal.id));
    await record(tx, ctx, dealDeleted, { subject: deal.id, data: factsOf(deal) });
    return { dealId: deal.id };
  });
}
