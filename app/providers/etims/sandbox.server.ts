import path from "node:path";
import type { Config } from "#app/platform/config/config.server.ts";
import type { EtimsConfig } from "#app/platform/config/etimsConfig.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { type Host, hostAt, joinOrStart } from "../simulated/join.server.ts";

/** This process's eTIMS: KRA's host, or in the sandbox a simulator. */
export async function findEtimsHost(config: Config, etims: EtimsConfig, log: Logger): Promise<Host> {
  if (etims.url) return hostAt(etims.url);
  return joinOrStart({ service: "etims", port: etims.simulatorPort, log }, async (warn) => {
    const { startEtimsSimulator } = await import("#simulators/etims/server.ts");
    return startEtimsSimulator({
      ...etimsSimulatorOptions(etims),
      stateDir: path.join(config.dataDir, "etims-simulator"),
      log: warn,
    });
  });
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
