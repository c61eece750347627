import { evaluateAfterChange } from "#app/domain/bots/evaluation/run.server.ts";
import { evaluateBotJob } from "#app/domain/bots/jobs.ts";
import { systemContext } from "#app/platform/context.ts";
import { handler } from "./handler.ts";

export const evaluateBotHandler = handler(evaluateBotJob, (services, { orgId, botId }) =>
  evaluateAfterChange({ ctx: systemContext(services, orgId, "evaluate-bot"), input: { botId } }),
);
