import { z } from "zod";
import { job } from "#app/platform/jobs.ts";

/** Reads a page or document of a bot and creates entries from it. */
export const readBotSourceJob = job({
  name: "read-bot-source",
  payload: z.object({ orgId: z.string(), sourceId: z.string() }),
  heartbeatSeconds: 30,
  retryLimit: 3,
  concurrency: 2,
});

/** Reads pages that are due again, every 15 minutes. */
export const readDueBotSourcesJob = job({
  name: "read-due-bot-sources",
  every: "*/15 * * * *",
  payload: z.object({}),
});

/** Evaluates a bot after its entries changed. */
export const evaluateBotJob = job({
  name: "evaluate-bot",
  payload: z.object({ orgId: z.string(), botId: z.string() }),
  retryLimit: 2,
  concurrency: 1,
});

/** Replies to a customer who wrote in a bot's conversation. */
export const customerWroteJob = job({
  name: "customer-wrote",
  payload: z.object({ orgId: z.string(), conversationId: z.string() }),
  concurrency: 4,
  heartbeatSeconds: 15,
});
