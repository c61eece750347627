import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { deals } from "#app/db/schema/crm/deals.ts";
import { dealCreated } from "#app/domain/crm/events.ts";
import { assigneeToNotify, contactNamed, memberNamed } from "#app/domain/crm/people.server.ts";
import type { DealFields } from "#app/domain/crm/schemas.ts";
import { firstStage, type Stage, stageOf } from "#app/domain/crm/stages/read.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { factsOf, recordDealChanges } from "./find.server.ts";

/**
 * `value` in KES cents. Without a stage the deal starts in the first open one; the same `key` creates one
 * deal.
 */
export interface NewDeal extends Omit<DealFields, "closesOn" | "note"> {
  contactId: string;
  closesOn?: string | null;
  note?: string;
  stageId?: string | undefined;
  key?: string | undefined;
}

/** @throws DomainError `contact.not_found`, `stage.not_found`, `member.not_found` */
export const createDeal = ({ ctx, input }: Call<NewDeal>) =>
  ctx.db.withOrg(ctx.orgId, (tx) => createDealIn(tx, ctx, input));

/** The same, within a larger transaction. */
export async function createDealIn(tx: Tx, ctx: OrgContext, input: NewDeal) {
  const now = ctx.clock.now();
  const id = newId("dea", now.getTime());
  const contact = await contactNamed(tx, ctx, input.contactId);
  const stage = input.stageId ? await stageOf(tx, ctx, input.stageId) : await firstStage(tx, ctx);
  const owner = await memberNamed(tx, ctx, input.memberId);
  const [made] = await tx
    .insert(deals)
    .values({
      ...rowOf(input, stage, now),
      orgId: ctx.orgId,
      id,
      ownerUserId: owner?.id ?? null,
    })
    .onConflictDoNothing()
    .returning({ id: deals.id });
  if (!made) {
    const [known] = await tx
      .select({ id: deals.id })
      .from(deals)
      .where(and(eq(deals.orgId, ctx.orgId), eq(deals.onceKey, input.key ?? "")));
    return { dealId: known?.id ?? id, created: false };
  }
  await recordDealChanges(tx, ctx, id, [{ kind: "created", before: null, after: stage.name }]);
  const facts = factsOf({ ...input, contact, valueCents: input.value });
  await record(tx, ctx, dealCreated, {
    subject: id,
    data: { ...facts, stage: stage.name },
    named: assigneeToNotify(ctx, owner?.id ?? null),
  });
  return { dealId: id, created: true };
}

const rowOf = (input: NewDeal, stage: Stage, now: Date) => ({
  contactId: input.contactId,
  title: input.title,
  valueCents: input.value,
  stageId: stage.id,
  stageSince: now,
  closesOn: input.closesOn ?? null,
  note: input.note ?? "",
  closedAt: stage.kind === "open" ? null : now,
  onceKey: input.key ?? null,
  createdAt: now,
});
