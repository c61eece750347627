import { answerTurn } from "#app/domain/bots/conversations/answerTurn.server.ts";
import { customerWroteJob } from "#app/domain/bots/jobs.ts";
import { systemContext } from "#app/platform/context.ts";
import { handler } from "./handler.ts";
import { runFlow } from "./runFlow.server.ts";

/** A flow comes first; if none leads the conversation, the bot replies. */
export const answerTurnHandler = handler(customerWroteJob, async (services, { orgId, conversationId }) => {
  const { leads } = await runFlow(services, { orgId, conversationId });
  if (leads) return;
  await answerTurn({ ctx: systemContext(services, orgId, "customer-wrote"), input: { conversationId } });
});
