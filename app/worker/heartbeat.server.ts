import { beat } from "#app/domain/messaging/sender/hold.server.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";

const everyMs = 2000;

/** Notes every two seconds that this process lives; the sender reads from it how long webhooks could not be taken. */
export async function startHeartbeat(
  services: Services,
): Promise<{ processId: string; stop(): Promise<void> }> {
  const processId = newId("evt");
  const roles = [...services.config.roles].join(",");
  // By the connections that webhooks are stored by, since it says that they can be.
  const { system } = services.db.for("door");
  await beat(system, processId, roles);
  let isBeating = false;
  const timer = setInterval(() => {
    // One that hangs must not be joined by more.
    if (isBeating) return;
    isBeating = true;
    beat(system, processId, roles)
      .catch((error: unknown) => services.log.warn({ err: error }, "heartbeat"))
      .finally(() => {
        isBeating = false;
      });
  }, everyMs);
  timer.unref();
  return {
    processId,
    async stop() {
      clearInterval(timer);
    },
  };
}
