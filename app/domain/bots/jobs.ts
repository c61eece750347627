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

/** Every quarter of an hour: pages that are due to be read again. */
export const readDueBotSourcesJob = job({
  name: "read-due-bot-sources",
  every: "*/15 * * * *",
  payload: z.object({}),
});

/** Runs the evaluation set of a bot after its entries changed. */
export const evaluateBotJob = job({
  name: "evaluate-bot",
  payload: z.object({ orgId: z.string(), botId: z.string() }),
  retryLimit: 2,
  concurrency: 1,
});

/** A customer wrote in a conversation of a bot. */
export const customerWroteJob = job({
  name: "customer-wrote",
  payload: z.object({ orgId: z.string(), conversationId: z.string() }),
  concurrency: 4,
  heartbeatSeconds: 15,
});
