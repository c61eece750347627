import { runFlowJob } from "#app/domain/flows/jobs.ts";
import { runFlows } from "#app/domain/flows/sessions/run.server.ts";
import { sendReadReceipt } from "#app/domain/messaging/conversations/sendReadReceipt.server.ts";
import { type Services, systemContext } from "#app/platform/context.ts";
import { handler } from "./handler.ts";
import { hookClientOf } from "./webhookDeliveries.server.ts";

/** Advances the flow of a conversation as far as possible. Returns whether one leads it. */
export async function runFlow(
  services: Services,
  { orgId, conversationId }: { orgId: string; conversationId: string },
): Promise<{ leads: boolean }> {
  const ctx = systemContext(services, orgId, runFlowJob.name);
  const hooks = hookClientOf(services);
  try {
    const { leads } = await runFlows({ ctx, hooks, input: { conversationId } });
    if (leads) await sendReadReceipt({ ctx, input: { conversationId, typing: false } });
    return { leads };
  } finally {
    await hooks.close();
  }
}

export const runFlowHandler = handler(runFlowJob, runFlow);
