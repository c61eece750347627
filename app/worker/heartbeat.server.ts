import { beat } from "#app/domain/messaging/sender/heartbeats.server.ts";
import { intakeStateOf } from "#app/domain/whatsapp/webhookEvents/intakeState.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";

const everyMs = 2000;

/**
 * Stores every two seconds that this process lives, and whether it refused webhooks in between: the sender
 * reads from it how long webhooks could not be stored.
 */
export async function startHeartbeat(
  services: Services,
): Promise<{ processId: string; stop(): Promise<void> }> {
  const processId = newId("evt");
  const roles = [...services.config.roles].join(",");
  // On the connections that store webhooks, since it says that they work.
  const intake = services.db.for("intake");
  const state = intakeStateOf(intake);
  await beat(intake.system, { processId, roles, refused: false });
  let isBeating = false;
  const timer = setInterval(() => {
    // A hanging one must not be joined by more.
    if (isBeating) return;
    isBeating = true;
    const refused = state.takeRefusal();
    beat(intake.system, { processId, roles, refused })
      .catch((error: unknown) => {
        if (refused) state.keepRefusal();
        services.log.warn({ err: error }, "heartbeat");
      })
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
