import type { Services } from "#app/api/context.ts";
import { newId } from "#app/shared/ids.ts";
import { beat } from "./sender/hold.server.ts";

const everyMs = 2000;

/** Notes every two seconds that this process lives; the sender reads from it how long webhooks could not be taken. */
export async function startHeartbeat(
  services: Services,
): Promise<{ processId: string; stop(): Promise<void> }> {
  const processId = newId("evt");
  const roles = [...services.config.roles].join(",");
  await beat(services.db.system, processId, roles);
  const timer = setInterval(() => {
    beat(services.db.system, processId, roles).catch((error: unknown) =>
      services.log.warn({ err: error }, "heartbeat"),
    );
  }, everyMs);
  timer.unref();
  return {
    processId,
    async stop() {
      clearInterval(timer);
    },
  };
}
