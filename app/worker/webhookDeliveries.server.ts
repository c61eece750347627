import { deliver, nextDeliveryAt, takeDue } from "#app/domain/record/webhooks/deliver.server.ts";
import { deliveriesChannel } from "#app/domain/record/webhooks/events.server.ts";
import type { Services } from "#app/platform/context.ts";
import { createHookClient, type HookClient } from "#app/providers/webhooks/post.server.ts";
import { createAlarm } from "./alarm.ts";
import { restMs } from "./restMs.ts";

const paceMs = 15;
const firstErrorMs = 250;
const maxErrorMs = 5000;
const atOnce = 500;
/** So many are under way in a process at most; endpoints that do not answer hold a few each. */
const mostUnderWay = 2000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const hookClientOf = (services: Services): HookClient =>
  createHookClient({ allowLoopback: services.config.webhooksToLoopback });

/** Delivers what is due until nothing is: for tests, and one turn of the loop. Answers how many were taken. */
export async function deliverDue(services: Services, hooks: HookClient): Promise<number> {
  const taken = await takeDue(services, atOnce);
  await Promise.all(taken.map((each) => deliver(services, hooks, each)));
  return taken.length;
}

/** Tells organisations' systems what happens, as it happens. Safe in any number of processes. */
export function startWebhookDeliveries(services: Services): { stop(): Promise<void> } {
  const hooks = hookClientOf(services);
  const underWay = new Set<Promise<void>>();
  const alarm = createAlarm();
  const unlisten = services.db.listen(deliveriesChannel, alarm.wake);
  let stopped = false;
  const begin = (taken: Awaited<ReturnType<typeof takeDue>>[number]) => {
    const work = deliver(services, hooks, taken)
      .catch((error: unknown) => services.log.warn({ err: error, deliveryId: taken.id }, "webhook delivery"))
      .finally(() => {
        underWay.delete(work);
        // There may be more for the endpoint that is free now.
        alarm.wake();
      });
    underWay.add(work);
  };
  const done = (async () => {
    let errorMs = firstErrorMs;
    while (!stopped) {
      try {
        const room = Math.min(atOnce, mostUnderWay - underWay.size);
        const taken = room > 0 ? await takeDue(services, room) : [];
        for (const each of taken) begin(each);
        errorMs = firstErrorMs;
        // Deliveries that become due in the meantime are taken together.
        if (taken.length < atOnce) await pause(paceMs);
        if (taken.length === 0)
          await alarm.sleep(restMs(await nextDeliveryAt(services), services.clock.now()));
      } catch (error) {
        services.log.warn({ err: error }, "webhook deliveries");
        errorMs = Math.min(maxErrorMs, errorMs * 2);
        await alarm.sleep(errorMs);
      }
    }
  })();
  return {
    async stop() {
      stopped = true;
      unlisten();
      alarm.wake();
      await done;
      await hooks.close();
      await Promise.all(underWay);
    },
  };
}
