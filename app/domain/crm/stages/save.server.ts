import { eq, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { dealStages, deals } from "#app/db/schema/crm/deals.ts";
import { isUniqueViolation } from "#app/db/violations.ts";
import { crmError } from "#app/domain/crm/errors.ts";
import { stageAdded, stageChanged, stageDeleted, stageMoved } from "#app/domain/crm/events.ts";
import type { StageForm } from "#app/domain/crm/schemas.ts";
import { maxStages } from "#app/domain/crm/words.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { counted } from "#app/platform/numbers/counts.ts";
import { m } from "#messages";
import { ownStage, type Stage, stagesOf } from "./read.server.ts";

/** The stages, locked, so that changes of their order and number happen one after the other. */
async function lockStages(tx: Tx, ctx: OrgContext): Promise<Stage[]> {
  await stagesOf(tx, ctx);
  const rows = await tx.select().from(dealStages).where(eq(dealStages.orgId, ctx.orgId)).for("update");
  return rows.sort((a, b) => a.position - b.position);
}

function find(stages: readonly Stage[], stageId: string): Stage {
  const stage = stages.find(({ id }) => id === stageId);
  if (!stage) throw notFound("Stage");
  return stage;
}

function refuseNameTwice(stages: readonly Stage[], name: string, except?: string): void {
  const same = stages.some((stage) => stage.id !== except && stage.name.toLowerCase() === name.toLowerCase());
  if (same) throw crmError("stage.name_taken", { field: "name" });
}

const inStage = async (tx: Tx, ctx: OrgContext, stageId: string): Promise<number> => {
  const [counted] = await tx
    .select({ count: sql<number>`count(*)::int` })
    .from(deals)
    .where(sql`${deals.orgId} = ${ctx.orgId} and ${deals.stageId} = ${stageId}`);
  return counted?.count ?? 0;
};

const refuseWithoutOpen = (left: readonly Stage[]) => {
  if (!left.some(({ kind }) => kind === "open")) throw crmError("stage.last_open");
};

/** Adds a stage: an open one before those that end a deal. @throws DomainError `stage.too_many`, `stage.name_taken` */
export async function createStage({ ctx, input }: Call<StageForm>): Promise<{ stageId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const stages = await lockStages(tx, ctx);
    if (stages.length >= maxStages) throw crmError("stage.too_many", { values: { mostStages: maxStages } });
    refuseNameTwice(stages, input.name);
    const createdAt = ctx.clock.now();
    const id = newId("dst", createdAt.getTime());
    const isOpen = ({ kind }: { kind: Stage["kind"] }) => kind === "open";
    const before = isOpen(input) ? stages.findLastIndex(isOpen) + 1 : stages.length;
    await tx
      .insert(dealStages)
      .values({ orgId: ctx.orgId, id, ...input, position: before + 1, createdAt })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? crmError("stage.name_taken", { field: "name" }) : error;
      });
    await putInOrder(tx, ctx, [...stages.slice(0, before).map(idOf), id, ...stages.slice(before).map(idOf)]);
    await record(tx, ctx, stageAdded, { subject: null, data: { stage: input.name } });
    return { stageId: id };
  });
}

const idOf = ({ id }: { id: string }) => id;

async function putInOrder(tx: Tx, ctx: OrgContext, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await tx
      .update(dealStages)
      .set({ position: index + 1 })
      .where(ownStage(ctx, id));
}

/**
 * Renames a stage, or changes what it means while no deal is in it.
 * @throws DomainError `stage.not_found`, `stage.name_taken`, `stage.kind_in_use`, `stage.last_open`
 */
export async function updateStage({ ctx, input }: Call<StageForm & { stageId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const stages = await lockStages(tx, ctx);
    const stage = find(stages, input.stageId);
    refuseNameTwice(stages, input.name, stage.id);
    const { name, kind } = input;
    if (kind !== stage.kind) {
      if ((await inStage(tx, ctx, stage.id)) > 0) throw crmError("stage.kind_in_use", { field: "kind" });
      refuseWithoutOpen(stages.map((other) => (other.id === stage.id ? { ...other, kind } : other)));
    }
    await tx.update(dealStages).set({ name, kind }).where(ownStage(ctx, stage.id));
    await record(tx, ctx, stageChanged, { subject: null, data: { stage: name } });
    return { stageId: stage.id };
  });
}

/** Moves a stage one place. At the end it stays. @throws DomainError `stage.not_found` */
export async function moveStage({ ctx, input }: Call<{ stageId: string; to: "earlier" | "later" }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const stages = await lockStages(tx, ctx);
    const stage = find(stages, input.stageId);
    const ids = stages.map(idOf);
    const at = ids.indexOf(stage.id);
    const next = at + (input.to === "later" ? 1 : -1);
    const other = ids[next];
    if (other === undefined) return { moved: false };
    [ids[at], ids[next]] = [other, stage.id];
    await putInOrder(tx, ctx, ids);
    await record(tx, ctx, stageMoved, { subject: null, data: { stage: stage.name } });
    return { moved: true };
  });
}

/** Deletes a stage in which no deal is. @throws DomainError `stage.not_found`, `stage.in_use`, `stage.last_open` */
export async function deleteStage({ ctx, input }: Call<{ stageId: string }>) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const stages = await lockStages(tx, ctx);
    const stage = find(stages, input.stageId);
    const count = await inStage(tx, ctx, stage.id);
    if (count > 0)
      throw crmError("stage.in_use", {
        values: { deals: counted(m.counts_deals, count) },
      });
    refuseWithoutOpen(stages.filter(({ id }) => id !== stage.id));
    await tx.delete(dealStages).where(ownStage(ctx, stage.id));
    await record(tx, ctx, stageDeleted, { subject: null, data: { stage: stage.name } });
    return { stageId: stage.id };
  });
}
