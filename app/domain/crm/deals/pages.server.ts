import { and, desc, eq, lt } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { dealStages, deals, type StageKind } from "#app/db/schema/crm/deals.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { itsStage, ownDeal } from "./joins.ts";

export interface DealPage {
  limit: number;
  /** The id after which it starts. */
  after?: string | undefined;
  contactId?: string | undefined;
  stageId?: string | undefined;
  kind?: StageKind | undefined;
  ownerId?: string | undefined;
}

const from = (tx: Tx) =>
  tx
    .select({ deal: deals, stage: dealStages.name, kind: dealStages.kind })
    .from(deals)
    .innerJoin(dealStages, itsStage)
    .$dynamic();

/** Deals for programs, newest first, one more than `limit`. */
export const pageOfDeals = ({ ctx, input }: Call<DealPage>) =>
  ctx.db.withOrg(ctx.orgId, (tx) =>
    from(tx)
      .where(
        and(
          eq(deals.orgId, ctx.orgId),
          input.contactId === undefined ? undefined : eq(deals.contactId, input.contactId),
          input.stageId === undefined ? undefined : eq(deals.stageId, input.stageId),
          input.kind === undefined ? undefined : eq(dealStages.kind, input.kind),
          input.ownerId === undefined ? undefined : eq(deals.ownerUserId, input.ownerId),
          input.after === undefined ? undefined : lt(deals.id, input.after),
        ),
      )
      .orderBy(desc(deals.id))
      .limit(input.limit + 1),
  );

/** @throws DomainError `deal.not_found` */
export async function readDeal({ ctx, input: { dealId } }: Call<{ dealId: string }>) {
  const [row] = await ctx.db.withOrg(ctx.orgId, (tx) => from(tx).where(ownDeal(ctx, dealId)));
  if (!row) throw notFound("Deal");
  return row;
}
