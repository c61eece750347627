import { and, asc, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import {
  botEntries,
  botEvaluations,
  botQuestions,
  botSources,
  bots,
  botTexts,
} from "#app/db/schema/bots/bots.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";

type OrgOnly = Pick<OrgContext, "orgId">;

/** @throws DomainError `bot.not_found` */
export async function findBot(tx: Tx, ctx: OrgOnly, botId: string) {
  const [bot] = await tx
    .select()
    .from(bots)
    .where(and(eq(bots.orgId, ctx.orgId), eq(bots.id, botId)));
  if (!bot) throw notFound("Bot");
  return bot;
}

/** An entry with its texts, English first. @throws DomainError `entry.not_found` */
export async function findEntry(tx: Tx, ctx: OrgOnly, botId: string, entryId: string) {
  const [entry] = await tx
    .select()
    .from(botEntries)
    .where(and(eq(botEntries.orgId, ctx.orgId), eq(botEntries.botId, botId), eq(botEntries.id, entryId)));
  if (!entry) throw notFound("Entry");
  const texts = await tx
    .select()
    .from(botTexts)
    .where(and(eq(botTexts.orgId, ctx.orgId), eq(botTexts.entryId, entryId)))
    .orderBy(asc(botTexts.language));
  return { entry, texts };
}

/** The evaluation set of a bot. */
export const questionsOf = (tx: Tx, ctx: OrgOnly, botId: string) =>
  tx
    .select()
    .from(botQuestions)
    .where(and(eq(botQuestions.orgId, ctx.orgId), eq(botQuestions.botId, botId)))
    .orderBy(asc(botQuestions.id));

/** @throws DomainError `source.not_found` */
export async function findSource(tx: Tx, ctx: OrgOnly, botId: string, sourceId: string) {
  const [source] = await tx
    .select()
    .from(botSources)
    .where(and(eq(botSources.orgId, ctx.orgId), eq(botSources.botId, botId), eq(botSources.id, sourceId)));
  if (!source) throw notFound("Source");
  return source;
}

/** Undefined without an id, or when it was deleted. */
export async function findEvaluation(tx: Tx, ctx: OrgOnly, evaluationId: string | null | undefined) {
  if (!evaluationId) return undefined;
  const [evaluation] = await tx
    .select()
    .from(botEvaluations)
    .where(and(eq(botEvaluations.orgId, ctx.orgId), eq(botEvaluations.id, evaluationId)));
  return evaluation;
}

export async function countEntries(tx: Tx, ctx: OrgOnly, botId: string): Promise<number> {
  return await tx.$count(botEntries, and(eq(botEntries.orgId, ctx.orgId), eq(botEntries.botId, botId)));
}
