import { and, eq } from "drizzle-orm";
import type { Tx } from "#app/db/client.server.ts";
import { botEntries, botTexts } from "#app/db/schema/bots/bots.ts";
import { botsError } from "#app/domain/bots/errors.ts";
import { record } from "#app/domain/record/record.server.ts";
import type { Call, OrgContext } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";
import { formatCount } from "#app/platform/numbers/counts.ts";
import { entryAdded, entryChanged, entryDeleted } from "../events.ts";
import { countEntries, findBot, findEntry } from "../find.server.ts";
import { recordBotChange } from "../recordBotChange.server.ts";
import type { EntryFields } from "../schemas.ts";

export const maxEntries = 2000;

const textsOf = (fields: EntryFields) =>
  [
    {
      language: "en" as const,
      question: fields.questionEn,
      phrases: fields.phrasesEn,
      answer: fields.answerEn,
    },
    {
      language: "sw" as const,
      question: fields.questionSw,
      phrases: fields.phrasesSw,
      answer: fields.answerSw,
    },
    {
      language: "fr" as const,
      question: fields.questionFr,
      phrases: fields.phrasesFr,
      answer: fields.answerFr,
    },
  ].filter(({ question }) => question !== "");

async function writeTexts(tx: Tx, ctx: OrgContext, botId: string, entryId: string, fields: EntryFields) {
  await tx.delete(botTexts).where(and(eq(botTexts.orgId, ctx.orgId), eq(botTexts.entryId, entryId)));
  await tx
    .insert(botTexts)
    .values(textsOf(fields).map((text) => ({ orgId: ctx.orgId, entryId, botId, ...text })));
}

const titleOf = (fields: EntryFields) => textsOf(fields)[0]?.question.slice(0, 120) ?? "";

/** Adds a question with its answer. @throws DomainError `bot.not_found`, `bot.too_many_entries` */
export function createEntry({
  ctx,
  input: { botId, ...fields },
}: Call<EntryFields & { botId: string }>): Promise<{ entryId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, botId);
    if ((await countEntries(tx, ctx, botId)) >= maxEntries) throw tooManyEntries();
    const now = ctx.clock.now();
    const entryId = newId("ben", now.getTime());
    await tx.insert(botEntries).values({ orgId: ctx.orgId, id: entryId, botId, createdAt: now });
    await writeTexts(tx, ctx, botId, entryId, fields);
    await recordBotChange(tx, ctx, botId);
    await record(tx, ctx, entryAdded, { subject: botId, data: { bot: bot.name, question: titleOf(fields) } });
    return { entryId };
  });
}

/** Edits an entry. One from a page or document becomes a member's own. @throws DomainError `entry.not_found` */
export function updateEntry({
  ctx,
  input: { botId, entryId, ...fields },
}: Call<EntryFields & { botId: string; entryId: string }>): Promise<{ entryId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    await findEntry(tx, ctx, botId, entryId);
    const bot = await findBot(tx, ctx, botId);
    await tx
      .update(botEntries)
      .set({ sourceId: null, updatedAt: ctx.clock.now() })
      .where(and(eq(botEntries.orgId, ctx.orgId), eq(botEntries.id, entryId)));
    await writeTexts(tx, ctx, botId, entryId, fields);
    await recordBotChange(tx, ctx, botId);
    await record(tx, ctx, entryChanged, {
      subject: botId,
      data: { bot: bot.name, question: titleOf(fields) },
    });
    return { entryId };
  });
}

/** @throws DomainError `entry.not_found` */
export function deleteEntry({
  ctx,
  input: { botId, entryId },
}: Call<{ botId: string; entryId: string }>): Promise<{ entryId: string }> {
  return ctx.db.withOrg(ctx.orgId, async (tx) => {
    const bot = await findBot(tx, ctx, botId);
    const { texts } = await findEntry(tx, ctx, botId, entryId);
    await tx.delete(botEntries).where(and(eq(botEntries.orgId, ctx.orgId), eq(botEntries.id, entryId)));
    await recordBotChange(tx, ctx, botId);
    await record(tx, ctx, entryDeleted, {
      subject: botId,
      data: { bot: bot.name, question: texts[0]?.question.slice(0, 120) ?? "" },
    });
    return { entryId };
  });
}

export const tooManyEntries = () =>
  botsError("bot.too_many_entries", { values: { most: formatCount(maxEntries) } });
