import path from "node:path";
import { request } from "undici";
import type { Config } from "#app/platform/config/config.server.ts";
import type { DarajaConfig } from "#app/platform/config/darajaConfig.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

/** This process's Daraja, and how to close it. */
export interface DarajaHost {
  url: string;
  certificate: string | undefined;
  close(): Promise<void>;
}

const nothingToClose = async () => {};

/**
 * The host of Daraja: the configured one, Safaricom's, or in the sandbox a simulator, which runs in this
 * process unless one already runs on its port.
 */
export async function findDarajaHost(config: Config, log: Logger): Promise<DarajaHost> {
  const { daraja } = config;
  if (!daraja?.simulated)
    return {
      url: daraja?.url ?? "https://api.safaricom.co.ke",
      certificate: daraja?.certificate,
      close: nothingToClose,
    };
  const address = daraja.url ?? `http://127.0.0.1:${daraja.simulatorPort}`;
  const running = await certificateAt(address);
  if (running) return { url: address, certificate: running, close: nothingToClose };
  try {
    const { startDarajaSimulator } = await import("#simulators/mpesa/server.ts");
    const simulator = await startDarajaSimulator({
      ...simulatorOptions(daraja),
      stateDir: path.join(config.dataDir, "daraja-simulator"),
      log: (event, detail) => log.warn(detail, event),
    });
    log.info({ url: simulator.url }, "Daraja simulator started");
    return {
      url: simulator.url,
      certificate: await certificateAt(simulator.url),
      close: () => simulator.close(),
    };
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    const joined = isTaken ? await certificateAt(address) : undefined;
    if (joined) return { url: address, certificate: joined, close: nothingToClose };
    throw error;
  }
}

/** The values that simulator and platform share. */
export const simulatorOptions = (daraja: DarajaConfig) => ({
  port: daraja.simulatorPort,
  consumerKey: daraja.consumerKey,
  consumerSecret: daraja.consumerSecret,
  shortcode: daraja.shortcode,
  passkey: daraja.passkey,
  initiatorPassword: daraja.initiatorPassword ?? "",
});

/** The simulator's public key; undefined when none responds there. */
export async function certificateAt(url: string): Promise<string | undefined> {
  try {
    const answer = await request(`${url}/_sim/certificate`, { headersTimeout: 1000, bodyTimeout: 1000 });
    const text = await answer.body.text();
    return answer.statusCode === 200 ? text : undefined;
  } catch {
    return undefined;
  }
}
