import { answerTurn } from "#app/domain/bots/conversations/answerTurn.server.ts";
import { customerWroteJob } from "#app/domain/messaging/jobs.ts";
import { systemContext } from "#app/platform/context.ts";
import { handler } from "./handler.ts";

export const answerTurnHandler = handler(customerWroteJob, (services, { orgId, conversationId }) =>
  answerTurn({ ctx: systemContext(services, orgId, "customer-wrote"), input: { conversationId } }),
);
