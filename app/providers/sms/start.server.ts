import path from "node:path";
import { request } from "undici";
import type { Services } from "#app/platform/context.ts";
import type { SmsHost } from "#app/platform/gates/sms.ts";
import { smsHookUrls } from "#app/platform/secrets/smsHook.ts";
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

interface Running {
  url: string;
  close(): Promise<void>;
}

/** The simulator on its port, started here unless another process has. */
async function findSimulator({ config, log }: Pick<Services, "config" | "log">): Promise<Running> {
  const address = `http://127.0.0.1:${config.sms.simulatorPort}`;
  const other = { url: address, close: async () => {} };
  if (await isSimulator(address)) return other;
  try {
    const { startSmsSimulator } = await import("#simulators/sms/server.ts");
    const simulator = await startSmsSimulator({
      ...smsSimulatorOptions(config),
      stateDir: path.join(config.dataDir, "sms-simulator"),
      log: (event, detail) => log.warn(detail, event),
    });
    log.info({ url: simulator.url }, "SMS simulator started");
    return simulator;
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (isTaken && (await isSimulator(address))) return other;
    throw error;
  }
}

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

async function isSimulator(url: string): Promise<boolean> {
  try {
    const answer = await request(`${url}/_sim/health`, { headersTimeout: 1000, bodyTimeout: 1000 });
    const body = (await answer.body.json()) as { service?: string };
    return answer.statusCode === 200 && body.service === "sms";
  } catch {
    return false;
  }
}
