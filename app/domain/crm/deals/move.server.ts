import type { Tx } from "#app/db/client.server.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { crmError } from "#app/domain/crm/errors.ts";
import { dealMoved } from "#app/domain/crm/events.ts";
import { assigneeToNotify } from "#app/domain/crm/people.server.ts";
import { stageOf, stagesOf } from "#app/domain/crm/stages/read.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { factsOf, lockDeal, recordDealChanges } from "./find.server.ts";
import { ownDeal } from "./joins.ts";

interface Move {
  dealId: string;
  stageId: string;
  from: string;
}
interface Moved {
  dealId: string;
  stage: string;
  changed: boolean;
}

/**
 * Moves a deal to another stage. `from` is the stage the caller saw: if someone moved it in the meantime, it
 * stays there; empty skips this check. @throws DomainError `deal.not_found`, `stage.not_found`, `deal.moved`
 */
export const moveDeal = ({ ctx, input }: Call<Move>): Promise<Moved> =>
  ctx.db.withOrg(ctx.orgId, (tx) => putInStage(tx, ctx, input));

/** The same, within a larger transaction. */
export async function putInStage(tx: Tx, ctx: OrgContext, input: Move): Promise<Moved> {
  const now = ctx.clock.now();
  const deal = await lockDeal(tx, ctx, input.dealId);
  const stage = await stageOf(tx, ctx, input.stageId);
  const done = { dealId: deal.id, stage: stage.name };
  if (deal.stageId === stage.id) return { ...done, changed: false };
  if (input.from !== "" && input.from !== deal.stageId)
    throw crmError("deal.moved", { values: { stage: deal.stage } });
  await tx
    .update(deals)
    .set({ stageId: stage.id, stageSince: now, closedAt: stage.kind === "open" ? null : now })
    .where(ownDeal(ctx, deal.id));
  await recordDealChanges(tx, ctx, deal.id, [{ kind: "stage", before: deal.stage, after: stage.name }]);
  await record(tx, ctx, dealMoved, {
    subject: deal.id,
    data: { ...factsOf(deal), from: deal.stage, to: stage.name, kind: stage.kind },
    named: assigneeToNotify(ctx, deal.ownerUserId),
  });
  return { ...done, changed: true };
}

/**
 * Moves a deal to the first won, or lost, stage; one already in such a stage stays. @throws DomainError
 * `deal.not_found`, `stage.no_outcome`
 */
export const closeDeal = ({ ctx, input }: Call<Outcome>): Promise<Moved> =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const moved = await closeDealIn(tx, ctx, input);
    if (!moved) throw crmError("stage.no_outcome", { values: { outcome: input.outcome } });
    return moved;
  });

interface Outcome {
  dealId: string;
  outcome: "won" | "lost";
}

/** The same, within a larger transaction; undefined without such a stage. @throws DomainError `deal.not_found` */
export async function closeDealIn(
  tx: Tx,
  ctx: OrgContext,
  { dealId, outcome }: Outcome,
): Promise<Moved | undefined> {
  const deal = await lockDeal(tx, ctx, dealId);
  const stages = (await stagesOf(tx, ctx)).filter(({ kind }) => kind === outcome);
  const stage = stages.find(({ id }) => id === deal.stageId) ?? stages[0];
  return stage && putInStage(tx, ctx, { dealId, stageId: stage.id, from: "" });
}
