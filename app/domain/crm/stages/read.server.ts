import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { dealStages, type StageKind } from "#app/db/schema/crm/deals.ts";
import { organisations } from "#app/db/schema/organisations/organisations.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { withLocale } from "#app/platform/locale/locale.server.ts";
import { defaultLocale } from "#app/platform/locale/locale.ts";
import { m } from "#messages";

export type Stage = typeof dealStages.$inferSelect;

const usual: readonly [name: () => string, kind: StageKind][] = [
  [m.deals_stage_new, "open"],
  [m.deals_stage_contacted, "open"],
  [m.deals_stage_quoted, "open"],
  [m.deals_stage_negotiation, "open"],
  [m.deals_stage_won, "won"],
  [m.deals_stage_lost, "lost"],
];

const read = (tx: Tx, orgId: OrgContext["orgId"]): Promise<Stage[]> =>
  tx
    .select()
    .from(dealStages)
    .where(eq(dealStages.orgId, orgId))
    .orderBy(asc(dealStages.position), asc(dealStages.id));

/**
 * The organisation's stages in order. Missing ones are created with defaults, in its language, once for
 * concurrent callers.
 */
export async function stagesOf(tx: Tx, { orgId, clock }: Pick<OrgContext, "orgId" | "clock">) {
  const known = await read(tx, orgId);
  if (known.length > 0) return known;
  const createdAt = clock.now();
  const [org] = await tx
    .select({ locale: organisations.locale })
    .from(organisations)
    .where(eq(organisations.id, orgId));
  const locale = org?.locale ?? defaultLocale;
  await tx
    .insert(dealStages)
    .values(
      usual.map(([name, kind], index) => ({
        orgId,
        id: newId("dst", createdAt.getTime()),
        name: withLocale(locale, name),
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
