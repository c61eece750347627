import { deals } from "#app/db/schema/crm.ts";
import { dealChanged } from "#app/domain/crm/events.ts";
import { memberNamed, toldOf } from "#app/domain/crm/people.server.ts";
import type { DealFields } from "#app/domain/crm/schemas.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { type Change, factsOf, lockDeal, noteChanges, ownDeal } from "./find.server.ts";

/** Changes what a deal says; its stage is moved apart. @throws DomainError `deal.not_found`, `member.not_found` */
export async function changeDeal({
  ctx,
  input,
}: {
  ctx: OrgContext;
  input: DealFields & { dealId: string };
}) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const deal = await lockDeal(tx, ctx, input.dealId);
    const left = deal.ownerUserId !== null && deal.ownerUserId === input.memberId;
    // A member who has left stays named while nobody takes the deal over.
    const owner = left ? { id: input.memberId, name: "" } : await memberNamed(tx, ctx, input.memberId);
    const before = deal.ownerUserId;
    const changes: Change[] = [];
    const note = (kind: Change["kind"], was: string | null, is: string | null) => {
      if (was !== is) changes.push({ kind, before: was, after: is });
    };
    note("title", deal.title, input.title);
    note("value", String(deal.valueCents), String(input.value));
    note("closes_on", deal.closesOn, input.closesOn);
    note("owner", before, owner?.id ?? null);
    if (changes.length === 0) return { dealId: deal.id, changed: false };
    await tx
      .update(deals)
      .set({
        title: input.title,
        valueCents: input.value,
        closesOn: input.closesOn,
        ownerUserId: owner?.id ?? null,
      })
      .where(ownDeal(ctx, deal.id));
    await noteChanges(tx, ctx, deal.id, changes);
    await record(tx, ctx, dealChanged, {
      subject: deal.id,
      data: factsOf({ ...deal, title: input.title, valueCents: input.value }),
      named: toldOf(ctx, owner?.id ?? null, before),
    });
    return { dealId: deal.id, changed: true };
  });
}
