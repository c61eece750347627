import { applyWaitingWebhooks } from "#app/domain/messaging/webhooks/apply.server.ts";
import type { Services } from "#app/platform/context.ts";

const idleMs = 100;
const maxIdleAfterErrorMs = 5000;

/** Applies stored webhooks as they come, without pause while some wait. Safe in any number of processes. */
export function startWebhookProcessor(platform: Services): { stop(): Promise<void> } {
  const services = { ...platform, db: platform.db.for("webhooks") };
  let stopped = false;
  let wake: () => void = () => undefined;
  const sleep = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const done = (async () => {
    let errorMs = idleMs;
    while (!stopped) {
      try {
        const count = await applyWaitingWebhooks(services);
        errorMs = idleMs;
        if (count === 0) await sleep(idleMs);
      } catch (error) {
        services.log.warn({ err: error }, "webhook processor");
        errorMs = Math.min(maxIdleAfterErrorMs, errorMs * 2);
        await sleep(errorMs);
      }
    }
  })();
  return {
    stop() {
      stopped = true;
      wake();
      return done;
    },
  };
}
