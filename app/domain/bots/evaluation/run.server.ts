import { and, desc, eq } from "drizzle-orm";
import { botEvaluations, type botQuestions, type EvaluatedQuestion } from "#app/db/schema/bots/bots.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { type Answer, answerQuestion } from "../answering/answer.server.ts";
import { offeredEntries } from "../answering/retrieve.server.ts";
import { botEvaluated, botWorse } from "../events.ts";
import { findBot, findEvaluation, questionsOf } from "../find.server.ts";
import { isWorse } from "./compare.ts";

type Question = typeof botQuestions.$inferSelect;
export type Evaluation = typeof botEvaluations.$inferSelect;

function judge(question: Question, { outcome, found, entryIds }: Answer): EvaluatedQuestion {
  const first = entryIds[0] ?? null;
  const expected = question.expectedEntryId;
  const inThree = found.slice(0, offeredEntries).some(({ entryId }) => entryId === expected);
  const right = {
    entry: (outcome === "answered" || outcome === "asked") && first === expected,
    handover: outcome === "handed_over",
    refusal: outcome === "refused" || outcome === "handed_over",
  };
  return { questionId: question.id, outcome, entryId: first, right: right[question.expects], inThree };
}

function figuresOf(questions: readonly Question[], results: readonly EvaluatedQuestion[]) {
  const countOf = (is: (result: EvaluatedQuestion, question: Question) => boolean) =>
    results.filter((result, index) => is(result, questions[index]!)).length;
  return {
    total: questions.length,
    right: countOf(({ right }) => right),
    inThree: countOf(({ inThree, right }, { expects }) => (expects === "entry" ? inThree : right)),
    falseAnswers: countOf(({ outcome, right }) => outcome === "answered" && !right),
    handedOver: countOf(({ outcome }) => outcome === "handed_over"),
  };
}

/**
 * Runs a bot's evaluation set, each question as the first of a conversation, and stores the results. Judges
 * the found entries without the model, whose texts differ between runs. @throws DomainError `bot.not_found`
 */
export async function evaluateBot({
  ctx,
  input: { botId },
}: Call<{ botId: string }>): Promise<{ evaluation: Evaluation }> {
  const { bot, questions } = await ctx.db.withOrg(ctx.orgId, async (tx) => ({
    bot: await findBot(tx, ctx, botId),
    questions: await questionsOf(tx, ctx, botId),
  }));
  const results: EvaluatedQuestion[] = [];
  for (const question of questions) {
    const turn = { question: question.question, language: question.language, misses: 0 };
    results.push(judge(question, await answerQuestion(ctx, { ...bot, usesModel: false }, turn)));
  }
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const now = ctx.clock.now();
    const [evaluation] = await tx
      .insert(botEvaluations)
      .values({
        orgId: ctx.orgId,
        id: newId("bev", now.getTime()),
        botId,
        revision: bot.revision,
        ...figuresOf(questions, results),
        results,
        createdAt: now,
      })
      .returning();
    await record(tx, ctx, botEvaluated, {
      subject: botId,
      data: { bot: bot.name, right: evaluation!.right, total: evaluation!.total },
    });
    return { evaluation: evaluation! };
  });
}

/** Evaluates a bot after a change, and notifies members when a live one got worse. */
export async function evaluateAfterChange({ ctx, input: { botId } }: Call<{ botId: string }>): Promise<void> {
  const bot = await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const found = await findBot(tx, ctx, botId);
    const [last] = await tx
      .select({ revision: botEvaluations.revision })
      .from(botEvaluations)
      .where(and(eq(botEvaluations.orgId, ctx.orgId), eq(botEvaluations.botId, botId)))
      .orderBy(desc(botEvaluations.createdAt), desc(botEvaluations.id))
      .limit(1);
    return last?.revision === found.revision ? undefined : found;
  });
  if (!bot) return;
  const { evaluation } = await evaluateBot({ ctx, input: { botId } });
  if (bot.status !== "live") return;
  await ctx.db.withOrg(ctx.orgId, async (tx) => {
    const before = await findEvaluation(tx, ctx, bot.publishedEvaluationId);
    if (!before || !isWorse(evaluation, before)) return;
    await record(tx, ctx, botWorse, {
      subject: botId,
      data: {
        bot: bot.name,
        right: evaluation.right,
        total: evaluation.total,
        rightBefore: before.right,
        totalBefore: before.total,
      },
    });
  });
}
