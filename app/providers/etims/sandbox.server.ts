import path from "node:path";
import { request } from "undici";
import type { Config } from "#app/platform/config/config.server.ts";
import type { EtimsConfig } from "#app/platform/config/etimsConfig.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

/** This process's eTIMS, and how to close it. */
export interface EtimsHost {
  url: string;
  close(): Promise<void>;
}

const nothingToClose = async () => {};

/** KRA's host, or in the sandbox a simulator: of this process, or one already on its port. */
export async function findEtimsHost(config: Config, etims: EtimsConfig, log: Logger): Promise<EtimsHost> {
  if (etims.url) return { url: etims.url, close: nothingToClose };
  const address = `http://127.0.0.1:${etims.simulatorPort}`;
  if (await answersAsSimulator(address)) return { url: address, close: nothingToClose };
  try {
    const { startEtimsSimulator } = await import("#simulators/etims/server.ts");
    const simulator = await startEtimsSimulator({
      ...etimsSimulatorOptions(etims),
      stateDir: path.join(config.dataDir, "etims-simulator"),
      log: (event, detail) => log.warn(detail, event),
    });
    log.info({ url: simulator.url }, "eTIMS simulator started");
    return { url: simulator.url, close: () => simulator.close() };
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (isTaken && (await answersAsSimulator(address))) return { url: address, close: nothingToClose };
    throw error;
  }
}

/** The values that simulator and platform share. */
export const etimsSimulatorOptions = (etims: EtimsConfig) => ({
  port: etims.simulatorPort,
  clientId: etims.clientId,
  clientSecret: etims.clientSecret,
  pin: etims.pin,
  branch: etims.branch,
  deviceSerial: etims.deviceSerial,
});

async function answersAsSimulator(url: string): Promise<boolean> {
  try {
    const answer = await request(`${url}/_sim/health`, { headersTimeout: 1000, bodyTimeout: 1000 });
    const body = (await answer.body.json()) as { service?: string };
    return answer.statusCode === 200 && body.service === "etims";
  } catch {
    return false;
  }
}
