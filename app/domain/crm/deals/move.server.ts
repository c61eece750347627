import { deals } from "#app/db/schema/crm.ts";
import { crmError } from "#app/domain/crm/errors.ts";
import { dealMoved } from "#app/domain/crm/events.ts";
import { toldOf } from "#app/domain/crm/people.server.ts";
import { stageOf } from "#app/domain/crm/stages/read.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { factsOf, lockDeal, noteChanges, ownDeal } from "./find.server.ts";

/**
 * Moves a deal to another stage. `from` is the stage in which the caller saw it: where somebody moved it meanwhile, it
 * stays there; empty asks for no such check. @throws DomainError `deal.not_found`, `stage.not_found`, `deal.moved`
 */
export async function moveDeal({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: { dealId: string; stageId: string; from: string };
}): Promise<{ dealId: string; stage: string; changed: boolean }> {
  const now = ctx.clock.now();
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
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
    await noteChanges(tx, ctx, deal.id, [{ kind: "stage", before: deal.stage, after: stage.name }]);
    await record(tx, ctx, dealMoved, {
      subject: deal.id,
      data: { ...factsOf(deal), from: deal.stage, to: stage.name, kind: stage.kind },
      named: toldOf(ctx, deal.ownerUserId),
    });
    return { ...done, changed: true };
  });
}
