import { z } from "zod";
import { answerQuestion } from "#app/domain/bots/answering/answer.server.ts";
import { chooseLanguage } from "#app/domain/bots/answering/language.ts";
import { getLog } from "#app/domain/bots/conversations/queries.server.ts";
import { botInConversation, returnToBot } from "#app/domain/bots/conversations/returnToBot.server.ts";
import { deleteBot } from "#app/domain/bots/delete.server.ts";
import { createEntry, deleteEntry, updateEntry } from "#app/domain/bots/entries/save.server.ts";
import { botsError } from "#app/domain/bots/errors.ts";
import { pauseBot, publishBot } from "#app/domain/bots/evaluation/publish.server.ts";
import { createQuestion, deleteQuestion } from "#app/domain/bots/evaluation/questions.server.ts";
import { evaluateBot } from "#app/domain/bots/evaluation/run.server.ts";
import { maxDocumentBytes } from "#app/domain/bots/fieldRules.ts";
import { findBot } from "#app/domain/bots/find.server.ts";
import {
  botChoices,
  getBot,
  getEntry,
  getEvaluation,
  listBots,
  listEntries,
} from "#app/domain/bots/queries.server.ts";
import { createBot, updateBot } from "#app/domain/bots/save.server.ts";
import {
  botFields,
  botId,
  entryFields,
  entryId,
  evaluationQuestion,
  logFilter,
  pageSource,
  publishFields,
  questionId,
  sourceId,
  testQuestion,
} from "#app/domain/bots/schemas.ts";
import { addDocument, addPage } from "#app/domain/bots/sources/add.server.ts";
import { deleteSource, rereadSource } from "#app/domain/bots/sources/change.server.ts";
import { conversationId } from "#app/domain/messaging/conversations/schemas.ts";
import type { OrgContext } from "#app/platform/context.ts";
import { cleanFileName } from "#app/platform/files/fileName.ts";
import { pageNumber } from "#app/platform/forms/pageNumber.ts";
import { readBody } from "#app/platform/http/readBody.ts";
import { megabytes } from "#app/platform/numbers/megabytes.ts";
import { endpoint } from "../endpoint.ts";

const one = z.object({ botId });
const oneEntry = z.object({ botId, entryId });
const oneSource = z.object({ botId, sourceId });
const changes = { max: 600, windowSeconds: 3600 };
/** Reading external pages and files costs others too. */
const readings = { max: 60, windowSeconds: 3600 };

export const bots = {
  "GET /bots": endpoint({
    act: "bots.view",
    input: z.object({}),
    run: ({ org }) => listBots(org),
  }),
  "GET /bots/choices": endpoint({
    act: "bots.view",
    input: z.object({}),
    run: ({ org }) => botChoices(org),
  }),
  "POST /bots": endpoint({
    act: "bots.create",
    creates: true,
    input: botFields,
    limit: changes,
    run: ({ org, input }) => createBot({ ctx: org, input }),
  }),
  "GET /bots/:botId": endpoint({
    act: "bots.view",
    input: one,
    run: ({ org, input }) => getBot(org, input.botId),
  }),
  "PUT /bots/:botId": endpoint({
    act: "bots.manage",
    input: botFields.extend({ botId }),
    limit: changes,
    run: ({ org, input }) => updateBot({ ctx: org, input }),
  }),
  "DELETE /bots/:botId": endpoint({
    act: "bots.delete",
    input: one,
    run: ({ org, input }) => deleteBot({ ctx: org, input }),
  }),
  "POST /bots/:botId/publish": endpoint({
    act: "bots.manage",
    input: publishFields.extend({ botId }),
    limit: readings,
    run: ({ org, input }) => publishBot({ ctx: org, input }),
  }),
  "POST /bots/:botId/pause": endpoint({
    act: "bots.manage",
    input: one,
    run: ({ org, input }) => pauseBot({ ctx: org, input }),
  }),
  "GET /bots/:botId/entries": endpoint({
    act: "bots.view",
    input: z.object({ botId, search: z.string().trim().max(100).catch("").default(""), page: pageNumber }),
    run: ({ org, input }) => listEntries(org, input),
  }),
  "POST /bots/:botId/entries": endpoint({
    act: "bots.manage",
    creates: true,
    input: z.intersection(entryFields, one),
    limit: changes,
    run: ({ org, input }) => createEntry({ ctx: org, input }),
  }),
  "GET /bots/:botId/entries/:entryId": endpoint({
    act: "bots.view",
    input: oneEntry,
    run: ({ org, input }) => getEntry(org, input),
  }),
  "PUT /bots/:botId/entries/:entryId": endpoint({
    act: "bots.manage",
    input: z.intersection(entryFields, oneEntry),
    limit: changes,
    run: ({ org, input }) => updateEntry({ ctx: org, input }),
  }),
  "DELETE /bots/:botId/entries/:entryId": endpoint({
    act: "bots.delete",
    input: oneEntry,
    run: ({ org, input }) => deleteEntry({ ctx: org, input }),
  }),
  "POST /bots/:botId/pages": endpoint({
    act: "bots.create",
    creates: true,
    input: pageSource.extend({ botId }),
    limit: readings,
    run: ({ org, input }) => addPage({ ctx: org, input }),
  }),
  /** The body is a multipart form with the field `file`. */
  "POST /bots/:botId/documents": endpoint({
    act: "bots.create",
    input: one,
    takesFile: true,
    limit: readings,
    run: async ({ org, input, request }) => {
      await requireBot(org, input.botId);
      const file = await uploadedFile(request);
      return addDocument({ ctx: org, input: { ...input, ...file } });
    },
  }),
  "POST /bots/:botId/sources/:sourceId/read": endpoint({
    act: "bots.manage",
    input: oneSource,
    limit: readings,
    run: ({ org, input }) => rereadSource({ ctx: org, input }),
  }),
  "DELETE /bots/:botId/sources/:sourceId": endpoint({
    act: "bots.delete",
    input: oneSource,
    run: ({ org, input }) => deleteSource({ ctx: org, input }),
  }),
  /** The bot's reply now, as the first turn of a conversation. Nothing is sent or stored. */
  "POST /bots/:botId/test": endpoint({
    act: "bots.test",
    input: testQuestion.extend({ botId }),
    limit: changes,
    run: ({ org, input }) => tryQuestion(org, input),
  }),
  "GET /bots/:botId/evaluation": endpoint({
    act: "bots.view",
    input: one,
    run: ({ org, input }) => getEvaluation(org, input.botId),
  }),
  "POST /bots/:botId/evaluations": endpoint({
    act: "bots.manage",
    input: one,
    limit: readings,
    run: async ({ org, input }) => {
      const { evaluation } = await evaluateBot({ ctx: org, input });
      return { right: evaluation.right, total: evaluation.total };
    },
  }),
  "POST /bots/:botId/questions": endpoint({
    act: "bots.manage",
    creates: true,
    input: z.intersection(evaluationQuestion, one),
    limit: changes,
    run: ({ org, input }) => createQuestion({ ctx: org, input }),
  }),
  "DELETE /bots/:botId/questions/:questionId": endpoint({
    act: "bots.delete",
    input: z.object({ botId, questionId }),
    run: ({ org, input }) => deleteQuestion({ ctx: org, input }),
  }),
  "GET /bots/:botId/log": endpoint({
    act: "bots.view",
    input: logFilter.extend({ botId }),
    run: ({ org, input }) => getLog(org, input),
  }),
  "GET /conversations/:conversationId/bot": endpoint({
    act: "conversations.view",
    input: z.object({ conversationId }),
    run: ({ org, input }) => botInConversation(org, input.conversationId),
  }),
  /** Returns a conversation from a member to the bot. */
  "POST /conversations/:conversationId/give-back": endpoint({
    act: "conversations.work",
    input: z.object({ conversationId }),
    run: ({ org, input }) => returnToBot({ ctx: org, input }),
  }),
};

const requireBot = (ctx: OrgContext, id: string) => ctx.db.withOrg(ctx.orgId, (tx) => findBot(tx, ctx, id));

async function tryQuestion(ctx: OrgContext, input: { botId: string; question: string }) {
  const bot = await requireBot(ctx, input.botId);
  const { language } = chooseLanguage(input.question, { stored: null, otherCount: 0 });
  const { found, listed, ...answer } = await answerQuestion(ctx, bot, {
    question: input.question,
    language,
    misses: 0,
  });
  return { ...answer, language, listed: listed?.map(({ question }) => question) ?? [], found };
}

/** @throws DomainError `bot_source.too_large`, `bot_source.no_file` */
async function uploadedFile(request: Request): Promise<{ fileName: string; bytes: Buffer }> {
  const body = await readBody(request, maxDocumentBytes + 10_000);
  if (!body)
    throw botsError("bot_source.too_large", { values: { size: megabytes(maxDocumentBytes) }, field: "file" });
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  const form = await new Response(body, { headers }).formData().catch(() => undefined);
  const file = form?.get("file");
  if (!(file instanceof File) || file.size === 0) throw botsError("bot_source.no_file", { field: "file" });
  const fileName = cleanFileName(file.name) || "document";
  return { fileName, bytes: Buffer.from(await file.arrayBuffer()) };
}
