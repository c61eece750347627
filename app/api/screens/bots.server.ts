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
import { endpoint, query, verb } from "../endpoint.ts";

const one = z.object({ botId });
const oneEntry = z.object({ botId, entryId });
const oneSource = z.object({ botId, sourceId });
const changes = { max: 600, windowSeconds: 3600 };
/** Reading external pages and files costs others too. */
const readings = { max: 60, windowSeconds: 3600 };

export const bots = {
  "GET /bots": query("bots.view", z.object({}), listBots),
  "GET /bots/choices": query("bots.view", z.object({}), botChoices),
  "POST /bots": verb("bots.create", botFields, createBot, { creates: true, limit: changes }),
  "GET /bots/:botId": query("bots.view", one, (org, { botId }) => getBot(org, botId)),
  "PUT /bots/:botId": verb("bots.manage", botFields.extend({ botId }), updateBot, { limit: changes }),
  "DELETE /bots/:botId": verb("bots.delete", one, deleteBot),
  "POST /bots/:botId/publish": verb("bots.manage", publishFields.extend({ botId }), publishBot, {
    limit: readings,
  }),
  "POST /bots/:botId/pause": verb("bots.manage", one, pauseBot),
  "GET /bots/:botId/entries": query(
    "bots.view",
    z.object({ botId, search: z.string().trim().max(100).catch("").default(""), page: pageNumber }),
    listEntries,
  ),
  "POST /bots/:botId/entries": verb("bots.manage", z.intersection(entryFields, one), createEntry, {
    creates: true,
    limit: changes,
  }),
  "GET /bots/:botId/entries/:entryId": query("bots.view", oneEntry, getEntry),
  "PUT /bots/:botId/entries/:entryId": verb(
    "bots.manage",
    z.intersection(entryFields, oneEntry),
    updateEntry,
    { limit: changes },
  ),
  "DELETE /bots/:botId/entries/:entryId": verb("bots.delete", oneEntry, deleteEntry),
  "POST /bots/:botId/pages": verb("bots.create", pageSource.extend({ botId }), addPage, {
    creates: true,
    limit: readings,
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
  "POST /bots/:botId/sources/:sourceId/read": verb("bots.manage", oneSource, rereadSource, {
    limit: readings,
  }),
  "DELETE /bots/:botId/sources/:sourceId": verb("bots.delete", oneSource, deleteSource),
  /** The bot's reply now, as the first turn of a conversation. Nothing is sent or stored. */
  "POST /bots/:botId/test": query("bots.test", testQuestion.extend({ botId }), tryQuestion, {
    limit: changes,
  }),
  "GET /bots/:botId/evaluation": query("bots.view", one, (org, { botId }) => getEvaluation(org, botId)),
  "POST /bots/:botId/evaluations": endpoint({
    act: "bots.manage",
    input: one,
    limit: readings,
    run: async ({ org, input }) => {
      const { evaluation } = await evaluateBot({ ctx: org, input });
      return { right: evaluation.right, total: evaluation.total };
    },
  }),
  "POST /bots/:botId/questions": verb(
    "bots.manage",
    z.intersection(evaluationQuestion, one),
    createQuestion,
    { creates: true, limit: changes },
  ),
  "DELETE /bots/:botId/questions/:questionId": verb(
    "bots.delete",
    z.object({ botId, questionId }),
    deleteQuestion,
  ),
  "GET /bots/:botId/log": query("bots.view", logFilter.extend({ botId }), getLog),
  "GET /conversations/:conversationId/bot": query(
    "conversations.view",
    z.object({ conversationId }),
    (org, { conversationId }) => botInConversation(org, conversationId),
  ),
  /** Returns a conversation from a member to the bot. */
  "POST /conversations/:conversationId/give-back": verb(
    "conversations.work",
    z.object({ conversationId }),
    returnToBot,
  ),
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
