import type { Tx } from "#app/db/client.server.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { dealChanged } from "#app/domain/crm/events.ts";
import { assigneeToNotify, memberNamed } from "#app/domain/crm/people.server.ts";
import type { DealFields } from "#app/domain/crm/schemas.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { type Change, factsOf, lockDeal, recordDealChanges } from "./find.server.ts";
import { ownDeal } from "./joins.ts";
import { putInStage } from "./move.server.ts";

/** Omitted values stay. */
type Changes = { dealId: string } & { [Field in keyof DealFields]?: DealFields[Field] | undefined };

/** Updates a deal; its stage is moved separately. @throws DomainError `deal.not_found`, `member.not_found` */
export const updateDeal = ({ ctx, input }: Call<Changes>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => applyDealUpdate(tx, ctx, input));

/**
 * Updates a deal and moves it, both or neither. @throws DomainError `deal.not_found`, `member.not_found`,
 * `stage.not_found`
 */
export const updateAndMoveDeal = ({
  ctx,
  input: { stageId, ...input },
}: Call<Changes & { stageId?: string | undefined }>) =>
  ctx.db.withOrg(ctx.orgId, async (tx) => {
    const done = await applyDealUpdate(tx, ctx, input);
    if (stageId !== undefined) await putInStage(tx, ctx, { dealId: input.dealId, stageId, from: "" });
    return done;
  });

async function applyDealUpdate(tx: Tx, ctx: OrgContext, input: Changes) {
  const deal = await lockDeal(tx, ctx, input.dealId);
  const before = deal.ownerUserId;
  const memberId = input.memberId ?? before ?? "";
  // A former member stays the owner until someone takes the deal over.
  const ownerUserId = memberId === before ? before : ((await memberNamed(tx, ctx, memberId))?.id ?? null);
  const next = {
    title: input.title ?? deal.title,
    valueCents: input.value ?? deal.valueCents,
    closesOn: input.closesOn === undefined ? deal.closesOn : input.closesOn,
    note: input.note ?? deal.note,
    ownerUserId,
  };
  const all: Change[] = [
    { kind: "title", before: deal.title, after: next.title },
    { kind: "value", before: String(deal.valueCents), after: String(next.valueCents) },
    { kind: "closes_on", before: deal.closesOn, after: next.closesOn },
    { kind: "note", before: deal.note || null, after: next.note || null },
    { kind: "owner", before, after: ownerUserId },
  ];
  const changes = all.filter((change) => change.before !== change.after);
  if (changes.length === 0) return { dealId: deal.id, changed: false };
  await tx.update(deals).set(next).where(ownDeal(ctx, deal.id));
  await recordDealChanges(tx, ctx, deal.id, changes);
  await record(tx, ctx, dealChanged, {
    subject: deal.id,
    data: factsOf({ ...deal, title: next.title, valueCents: next.valueCents }),
    named: assigneeToNotify(ctx, ownerUserId, before),
  });
  return { dealId: deal.id, changed: true };
}
