import { and, asc, desc, eq, ilike, inArray, or, sql } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { containing } from "#app/db/containing.ts";
import { botEntries, botEvaluations, botSources, bots, botTexts } from "#app/db/schema/bots/bots.ts";
import { phoneNumbers } from "#app/db/schema/whatsapp/accounts.ts";
import { usedTags } from "#app/domain/contacts/usedTags.server.ts";
import { priceOfReply, repliesOfMonth } from "#app/domain/money/metaCosts/replyPrice.server.ts";
import { readPrices } from "#app/domain/money/prices/read.server.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { pageOf, pageSize } from "#app/platform/pageOf.ts";
import { noteWords } from "#app/platform/text/notes.ts";
import { spentToday } from "./budget.server.ts";
import { countEntries, findBot, findEntry, findEvaluation, questionsOf } from "./find.server.ts";

const mostNumbers = 20;

type OrgOnly = Pick<OrgContext, "orgId">;

/** The organisation's bots with their entries and the activity of the last day. */
export function listBots(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const rows = await tx
      .select({
        bot: bots,
        number: phoneNumbers.displayPhoneNumber,
        entries: sql<number>`(select count(*)::int from bot_entries e where e.org_id = ${ctx.orgId} and e.bot_id = ${bots.id})`,
        turnsToday: sql<number>`(select count(*)::int from bot_turns t where t.org_id = ${ctx.orgId} and t.bot_id = ${bots.id} and t.created_at > ${new Date(ctx.clock.now().getTime() - 86_400_000).toISOString()}::timestamptz)`,
      })
      .from(bots)
      .leftJoin(
        phoneNumbers,
        and(eq(phoneNumbers.orgId, ctx.orgId), eq(phoneNumbers.phoneNumberId, bots.phoneNumberId)),
      )
      .where(eq(bots.orgId, ctx.orgId))
      .orderBy(asc(bots.createdAt), asc(bots.id));
    return {
      bots: rows.map(({ bot, number, entries, turnsToday }) => ({
        id: bot.id,
        name: bot.name,
        status: bot.status,
        number,
        label: bot.label,
        entries,
        turnsToday,
      })),
    };
  });
}

/** A bot's possible numbers and labels, and whether a model is available. */
export function botChoices(ctx: OrgContext) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const numbers = await tx
      .select({
        phoneNumberId: phoneNumbers.phoneNumberId,
        displayPhoneNumber: phoneNumbers.displayPhoneNumber,
        verifiedName: phoneNumbers.verifiedName,
      })
      .from(phoneNumbers)
      .where(eq(phoneNumbers.orgId, ctx.orgId))
      .orderBy(asc(phoneNumbers.createdAt));
    const labels = await usedTags(tx, ctx.orgId);
    return { numbers, labels: labels.map(({ tag }) => tag), model: ctx.config.ai?.model ?? null };
  });
}

const inWords = (source: typeof botSources.$inferSelect) => ({
  ...source,
  problem: source.problem === null ? null : noteWords(source.problem),
});

/**
 * One bot with its spending today, the price of its number's replies, and its latest evaluation. @throws
 * DomainError `bot.not_found`
 */
export function getBot(ctx: OrgContext, botId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, botId);
    const [entries, spentCents, evaluations, sources] = [
      await countEntries(tx, ctx, botId),
      await spentToday(tx, { orgId: ctx.orgId, botId, now: ctx.clock.now() }),
      await newestEvaluations(tx, ctx, botId),
      await tx
        .select()
        .from(botSources)
        .where(and(eq(botSources.orgId, ctx.orgId), eq(botSources.botId, botId)))
        .orderBy(asc(botSources.createdAt), asc(botSources.id)),
    ];
    const prices = await replyPrices(tx, ctx, bot.phoneNumberId);
    return {
      ...{ bot, entries, spentCents, evaluation: evaluations[0] ?? null, sources: sources.map(inWords) },
      replyPrices: prices,
    };
  });
}

/** The price of replies from a bot's number, or from each of the organisation's numbers when it serves all. */
async function replyPrices(tx: Tx, ctx: OrgContext, phoneNumberId: string | null) {
  const now = ctx.clock.now();
  const numbers = await tx
    .select({
      number: phoneNumbers.displayPhoneNumber,
      used: repliesOfMonth(ctx.orgId, phoneNumbers.phoneNumberId, now),
    })
    .from(phoneNumbers)
    .where(
      and(
        eq(phoneNumbers.orgId, ctx.orgId),
        phoneNumberId ? eq(phoneNumbers.phoneNumberId, phoneNumberId) : undefined,
      ),
    )
    .orderBy(asc(phoneNumbers.createdAt))
    .limit(mostNumbers);
  const prices = await readPrices(tx);
  return numbers.map(({ number, used }) => ({ number, ...priceOfReply(prices, { used, phone: null, now }) }));
}

async function newestEvaluations(tx: Tx, ctx: OrgOnly, botId: string) {
  const { results: _results, ...columns } = {
    results: botEvaluations.results,
    id: botEvaluations.id,
    revision: botEvaluations.revision,
    total: botEvaluations.total,
    right: botEvaluations.right,
    inThree: botEvaluations.inThree,
    falseAnswers: botEvaluations.falseAnswers,
    handedOver: botEvaluations.handedOver,
    reason: botEvaluations.reason,
    createdAt: botEvaluations.createdAt,
  };
  return tx
    .select(columns)
    .from(botEvaluations)
    .where(and(eq(botEvaluations.orgId, ctx.orgId), eq(botEvaluations.botId, botId)))
    .orderBy(desc(botEvaluations.createdAt), desc(botEvaluations.id))
    .limit(10);
}

/** A query for the ids of a bot's entries that contain a text. */
const entriesWith = (tx: Tx, { orgId }: OrgOnly, { botId, search }: { botId: string; search: string }) =>
  tx
    .select({ id: botTexts.entryId })
    .from(botTexts)
    .where(
      and(
        eq(botTexts.orgId, orgId),
        eq(botTexts.botId, botId),
        or(ilike(botTexts.question, containing(search)), ilike(botTexts.answer, containing(search))),
      ),
    );

/** A page of a bot's entries, newest first. @throws DomainError `bot.not_found` */
export function listEntries(ctx: OrgContext, input: { botId: string; search: string; page: number }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, input.botId);
    const where = and(
      eq(botEntries.orgId, ctx.orgId),
      eq(botEntries.botId, input.botId),
      input.search ? inArray(botEntries.id, entriesWith(tx, ctx, input)) : undefined,
    );
    const counted = await tx.$count(botEntries, where);
    const { page, pages, offset, total } = pageOf(counted, input.page);
    const rows = await tx
      .select({ id: botEntries.id, source: botSources.name })
      .from(botEntries)
      .leftJoin(
        botSources,
        and(eq(botSources.orgId, botEntries.orgId), eq(botSources.id, botEntries.sourceId)),
      )
      .where(where)
      .orderBy(desc(botEntries.createdAt), desc(botEntries.id))
      .limit(pageSize)
      .offset(offset);
    const texts = await textsOf(
      tx,
      ctx,
      rows.map(({ id }) => id),
    );
    return {
      bot: { id: bot.id, name: bot.name },
      entries: rows.map((row) => ({ ...row, texts: texts.filter(({ entryId }) => entryId === row.id) })),
      page,
      pages,
      total,
    };
  });
}

async function textsOf(tx: Tx, ctx: OrgOnly, entryIds: readonly string[]) {
  if (entryIds.length === 0) return [];
  return tx
    .select({
      entryId: botTexts.entryId,
      language: botTexts.language,
      question: botTexts.question,
      answer: botTexts.answer,
    })
    .from(botTexts)
    .where(and(eq(botTexts.orgId, ctx.orgId), inArray(botTexts.entryId, [...entryIds])))
    .orderBy(asc(botTexts.language));
}

/** @throws DomainError `entry.not_found` */
export function getEntry(ctx: OrgContext, input: { botId: string; entryId: string }) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, input.botId);
    const { entry, texts } = await findEntry(tx, ctx, input.botId, input.entryId);
    return { bot: { id: bot.id, name: bot.name }, entry, texts };
  });
}

type Right = { right: boolean } | undefined;

/** How a question's result differs from that of the published evaluation. */
const changeOf = (now: Right, before: Right) =>
  now && before && now.right !== before.right ? (now.right ? "better" : "worse") : null;

/**
 * The evaluation set with each question's latest result, and earlier runs. @throws DomainError
 * `bot.not_found`
 */
export function getEvaluation(ctx: OrgContext, botId: string) {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, botId);
    const questions = await questionsOf(tx, ctx, botId);
    const runs = await newestEvaluations(tx, ctx, botId);
    const newest = await findEvaluation(tx, ctx, runs[0]?.id);
    const published = await findEvaluation(tx, ctx, bot.publishedEvaluationId);
    const resultOf = new Map(newest?.results.map((result) => [result.questionId, result]));
    const beforeOf = new Map(published?.results.map((result) => [result.questionId, result]));
    const titles = new Map(
      (await entryTitles(tx, ctx, botId)).map(({ entryId, question }) => [entryId, question]),
    );
    return {
      bot: { id: bot.id, name: bot.name, status: bot.status, revision: bot.revision },
      runs,
      published: published
        ? { right: published.right, total: published.total, falseAnswers: published.falseAnswers }
        : null,
      questions: questions.map((question) => {
        const result = resultOf.get(question.id);
        const before = beforeOf.get(question.id);
        return {
          id: question.id,
          question: question.question,
          language: question.language,
          expects: question.expects,
          expected: question.expectedEntryId ? (titles.get(question.expectedEntryId) ?? null) : null,
          result: result
            ? { ...result, found: result.entryId ? (titles.get(result.entryId) ?? null) : null }
            : null,
          change: changeOf(result, before),
        };
      }),
      entries: [...titles].map(([id, question]) => ({ id, question })),
    };
  });
}

const entryTitles = (tx: Tx, ctx: OrgOnly, botId: string) =>
  tx
    .selectDistinctOn([botTexts.entryId], { entryId: botTexts.entryId, question: botTexts.question })
    .from(botTexts)
    .where(and(eq(botTexts.orgId, ctx.orgId), eq(botTexts.botId, botId)))
    .orderBy(botTexts.entryId, botTexts.language);
