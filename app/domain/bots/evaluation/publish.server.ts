import { and, eq } from "drizzle-orm";
import { botEvaluations, bots } from "#app/db/schema/bots/bots.ts";
import { botsError } from "#app/domain/bots/errors.ts";
import { botPaused, botPublished } from "#app/domain/bots/events.ts";
import { countEntries, findBot, findEvaluation } from "#app/domain/bots/find.server.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { isWorse } from "./compare.ts";
import { type Evaluation, evaluateBot } from "./run.server.ts";

/**
 * Publishes a bot. It needs entries about the business, since WhatsApp forbids general assistants (Meta's
 * terms of 15 January 2026), and an evaluation no worse than at its last publication, or a reason. @throws
 * DomainError `bot.not_found`, `bot.knows_nothing`, `bot.worse`
 */
export async function publishBot({
  ctx,
  input: { botId, reason },
}: Call<{ botId: string; reason: string }>): Promise<{ botId: string }> {
  const { bot, before, entries } = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const found = await findBot(tx, ctx, botId);
    return {
      bot: found,
      before: await findEvaluation(tx, ctx, found.publishedEvaluationId),
      entries: await countEntries(tx, ctx, botId),
    };
  });
  if (entries === 0) throw botsError("bot.knows_nothing");
  const { evaluation } = await evaluateBot({ ctx, input: { botId } });
  if (before && isWorse(evaluation, before) && reason === "") throw worse(evaluation, before);
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await tx
      .update(bots)
      .set({ status: "live", publishedAt: ctx.clock.now(), publishedEvaluationId: evaluation.id })
      .where(and(eq(bots.orgId, ctx.orgId), eq(bots.id, botId)));
    if (reason !== "")
      await tx
        .update(botEvaluations)
        .set({ reason })
        .where(and(eq(botEvaluations.orgId, ctx.orgId), eq(botEvaluations.id, evaluation.id)));
    await record(tx, ctx, botPublished, {
      subject: botId,
      data: {
        bot: bot.name,
        right: evaluation.right,
        total: evaluation.total,
        ...(reason && { why: reason }),
      },
    });
    return { botId };
  });
}

const worse = (now: Evaluation, before: Evaluation) =>
  botsError("bot.worse", {
    values: {
      right: now.right,
      total: now.total,
      falseAnswers: now.falseAnswers,
      right2: before.right,
      total2: before.total,
      falseAnswers2: before.falseAnswers,
    },
    field: "reason",
  });

/** Pauses a bot until it is published again. @throws DomainError `bot.not_found` */
export function pauseBot({ ctx, input: { botId } }: Call<{ botId: string }>): Promise<{ botId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, botId);
    await tx
      .update(bots)
      .set({ status: "paused" })
      .where(and(eq(bots.orgId, ctx.orgId), eq(bots.id, botId)));
    await record(tx, ctx, botPaused, { subject: botId, data: { bot: bot.name } });
    return { botId };
  });
}
