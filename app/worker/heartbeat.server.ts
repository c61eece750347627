import { beat, endHeartbeat } from "#app/domain/messaging/sender/heartbeats.server.ts";
import { intakeStateOf } from "#app/domain/whatsapp/webhookEvents/intakeState.ts";
import type { Services } from "#app/platform/context.ts";
import { newId } from "#app/platform/ids.ts";

const everyMs = 2000;

/**
 * Stores every two seconds that this process can store webhooks, and whether it refused some in between: the sender
 * reads from it how long webhooks could not be stored. `stop` once no request is open.
 */
export function createHeartbeat(services: Services): { start(): Promise<void>; stop(): Promise<void> } {
  const processId = newId("evt");
  // On the connections that store webhooks, since it says that they work.
  const intake = services.db.for("intake");
  const state = intakeStateOf(intake);
  let timer: NodeJS.Timeout | undefined;
  let beating: Promise<void> | undefined;
  const beatOnce = async () => {
    const refused = state.takeRefusal();
    await beat(intake.system, { processId, refused }).catch((error: unknown) => {
      if (refused) state.keepRefusal();
      services.log.warn({ err: error }, "heartbeat");
    });
    beating = undefined;
  };
  return {
    async start() {
      await beat(intake.system, { processId, refused: false });
      timer = setInterval(() => {
        // A hanging one must not be joined by more.
        beating ??= beatOnce();
      }, everyMs).unref();
    },
    async stop() {
      if (!timer) return;
      clearInterval(timer);
      await beating;
      await endHeartbeat(intake.system, processId);
    },
  };
}
