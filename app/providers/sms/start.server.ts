import path from "node:path";
import { request } from "undici";
import type { Services } from "#app/platform/context.ts";
import type { SmsHost } from "#app/platform/gates/sms.ts";
import { smsHookUrls } from "#app/platform/secrets/smsHook.ts";
import { type Host, joinOrStart } from "../simulated/join.server.ts";
import { createSmsHost } from "./africasTalking.server.ts";

/** SMS of this process, with its simulator if needed. */
export async function startSms(
  services: Pick<Services, "config" | "db" | "clock" | "log">,
): Promise<SmsHost> {
  const simulator = services.config.sms.simulated ? await findSimulator(services) : undefined;
  if (simulator)
    // The simulator of another process may end with it at any time.
    await setCallbacks(simulator.url, services.config).catch((err: unknown) =>
      services.log.warn({ err }, "the SMS simulator does not know where to report"),
    );
  const sms = createSmsHost({ ...services, url: simulator?.url ?? services.config.sms.url! });
  return {
    ...sms,
    async close() {
      await sms.close();
      await simulator?.close();
    },
  };
}

const findSimulator = ({ config, log }: Pick<Services, "config" | "log">): Promise<Host> =>
  joinOrStart({ service: "sms", port: config.sms.simulatorPort, log }, async (warn) => {
    const { startSmsSimulator } = await import("#simulators/sms/server.ts");
    const stateDir = path.join(config.dataDir, "sms-simulator");
    return startSmsSimulator({ ...smsSimulatorOptions(config), stateDir, log: warn });
  });

/** The values that simulator and platform share. */
export const smsSimulatorOptions = (config: Services["config"]) => ({
  port: config.sms.simulatorPort,
});

/** What the platform's staff enter in the dashboard of the service. */
async function setCallbacks(url: string, config: Services["config"]): Promise<void> {
  const body = { username: config.sms.account?.username, ...smsHookUrls(config, "platform", true) };
  const answer = await request(`${url}/_sim/callbacks`, { method: "POST", body: JSON.stringify(body) });
  await answer.body.dump();
}
