import { startSender } from "#app/domain/messaging/sender/sender.server.ts";
import type { Services } from "#app/platform/context.ts";
import { allHandlers } from "./all.server.ts";
import { startEventTasks } from "./eventTasks.server.ts";
import type { JobRunner } from "./runner.server.ts";
import { startSmsSender } from "./sendSms.server.ts";
import { startPaymentSweeper } from "./sweepPayments.server.ts";
import { startWebhookDeliveries } from "./webhookDeliveries.server.ts";
import { startWebhookProcessor } from "./webhookProcessor.server.ts";

/** Starts everything a process with the role `worker` does. `jobs` is stopped by its owner. */
export async function startWorker(
  services: Services,
  jobs: JobRunner,
): Promise<{ stop(): Promise<unknown> }> {
  await jobs.work(services, allHandlers);
  const loops = [
    startWebhookProcessor(services),
    startSender(services),
    startPaymentSweeper(services),
    startWebhookDeliveries(services),
    startEventTasks(services),
    startSmsSender(services),
  ];
  return { stop: () => Promise.all(loops.map((loop) => loop.stop())) };
}
