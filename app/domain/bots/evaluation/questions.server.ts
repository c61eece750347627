import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import { botQuestions } from "#app/db/schema/bots/bots.ts";
import { botsError } from "#app/domain/bots/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call } from "#app/platform/context.ts";
import { notFound } from "#app/platform/errors.ts";
import { newId } from "#app/platform/ids.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { questionAdded, questionDeleted } from "../events.ts";
import { findBot, findEntry } from "../find.server.ts";
import type { evaluationQuestion } from "../schemas.ts";

const maxQuestions = 1000;

/** @throws DomainError `bot.not_found`, `entry.not_found`, `bot.too_many_questions` */
export function createQuestion({
  ctx,
  input: { botId, ...fields },
}: Call<z.output<typeof evaluationQuestion> & { botId: string }>): Promise<{ questionId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, botId);
    const expectedEntryId = fields.expects === "entry" ? fields.expectedEntryId : null;
    if (expectedEntryId) await findEntry(tx, ctx, botId, expectedEntryId);
    const known = await tx.$count(
      botQuestions,
      and(eq(botQuestions.orgId, ctx.orgId), eq(botQuestions.botId, botId)),
    );
    if (known >= maxQuestions)
      throw botsError("bot.too_many_questions", { values: { most: formatCount(maxQuestions) } });
    const now = ctx.clock.now();
    const questionId = newId("bqu", now.getTime());
    await tx
      .insert(botQuestions)
      .values({ ...fields, orgId: ctx.orgId, id: questionId, botId, expectedEntryId, createdAt: now });
    await record(tx, ctx, questionAdded, {
      subject: botId,
      data: { bot: bot.name, question: fields.question.slice(0, 120) },
    });
    return { questionId };
  });
}

/** @throws DomainError `question.not_found` */
export function deleteQuestion({
  ctx,
  input: { botId, questionId },
}: Call<{ botId: string; questionId: string }>): Promise<{ questionId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, botId);
    const [removed] = await tx
      .delete(botQuestions)
      .where(
        and(
          eq(botQuestions.orgId, ctx.orgId),
          eq(botQuestions.botId, botId),
          eq(botQuestions.id, questionId),
        ),
      )
      .returning({ question: botQuestions.question });
    if (!removed) throw notFound("Question");
    await record(tx, ctx, questionDeleted, {
      subject: botId,
      data: { bot: bot.name, question: removed.question.slice(0, 120) },
    });
    return { questionId };
  });
}
