import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { dealStages, type StageKind } from "#app/db/schema/crm.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";

export type Stage = typeof dealStages.$inferSelect;

const usual: readonly [name: string, kind: StageKind][] = [
  ["New", "open"],
  ["Contacted", "open"],
  ["Quoted", "open"],
  ["Negotiation", "open"],
  ["Won", "won"],
  ["Lost", "lost"],
];

const read = (tx: Tx, orgId: OrgContext["orgId"]): Promise<Stage[]> =>
  tx
    .select()
    .from(dealStages)
    .where(eq(dealStages.orgId, orgId))
    .orderBy(asc(dealStages.position), asc(dealStages.id));

/** The organisation's stages in their order. Who has none yet gets the usual ones, of two at once only one makes them. */
export async function stagesOf(tx: Tx, { orgId, clock }: Pick<OrgContext, "orgId" | "clock">) {
  const known = await read(tx, orgId);
  if (known.length > 0) return known;
  const createdAt = clock.now();
  await tx
    .insert(dealStages)
    .values(
      usual.map(([name, kind], index) => ({
        orgId,
        id: newId("dst", createdAt.getTime()),
        name,
        kind,
        position: index + 1,
        createdAt,
      })),
    )
    .onConflictDoNothing();
  return read(tx, orgId);
}

export const ownStage = (ctx: Pick<OrgContext, "orgId">, stageId: string) =>
  and(eq(dealStages.orgId, ctx.orgId), eq(dealStages.id, stageId));

/** A stage that a deal comes to: it is not deleted before that is done. @throws DomainError `stage.not_found` */
export async function stageOf(tx: Tx, ctx: OrgContext, stageId: string): Promise<Stage> {
  const [stage] = await tx.select().from(dealStages).where(ownStage(ctx, stageId)).for("key share");
  if (!stage) throw notFound("Stage");
  return stage;
}

/** Where deals begin: the first stage that is open. */
export async function firstStage(tx: Tx, ctx: OrgContext): Promise<Stage> {
  const stage = (await stagesOf(tx, ctx)).find(({ kind }) => kind === "open");
  if (!stage) throw notFound("Stage");
  return stage;
}
