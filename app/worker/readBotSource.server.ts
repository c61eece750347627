import { readBotSourceJob, readDueBotSourcesJob } from "#app/domain/bots/jobs.ts";
import { readDueSources, readSource } from "#app/domain/bots/sources/readSource.server.ts";
import { systemContext } from "#app/platform/context.ts";
import { handler } from "./handler.ts";

export const readBotSourceHandler = handler(readBotSourceJob, (services, { orgId, sourceId }) =>
  readSource({ ctx: systemContext(services, orgId, "read-bot-source"), input: { sourceId } }),
);

export const readDueBotSourcesHandler = handler(readDueBotSourcesJob, readDueSources);
