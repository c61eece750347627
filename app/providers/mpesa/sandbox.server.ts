import path from "node:path";
import { request } from "undici";
import type { Config } from "#app/platform/config/config.server.ts";
import type { DarajaConfig } from "#app/platform/config/darajaConfig.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { type Host, hostAt, joinOrStart } from "../simulated/join.server.ts";

/** The host of Daraja, with its public key: the configured one, Safaricom's, or in the sandbox a simulator. */
export async function findDarajaHost(
  config: Config,
  log: Logger,
): Promise<Host & { certificate: string | undefined }> {
  const { daraja } = config;
  if (!daraja?.simulated)
    return { ...hostAt(daraja?.url ?? "https://api.safaricom.co.ke"), certificate: daraja?.certificate };
  const { url, simulatorPort: port } = daraja;
  const host = url ? hostAt(url) : await joinOrStart({ service: "daraja", port, log }, simulatorOf);
  return { ...host, certificate: await certificateAt(host.url) };

  async function simulatorOf(warn: (event: string, detail: object) => void): Promise<Host> {
    const { startDarajaSimulator } = await import("#simulators/mpesa/server.ts");
    return startDarajaSimulator({
      ...simulatorOptions(daraja!),
      stateDir: path.join(config.dataDir, "daraja-simulator"),
      log: warn,
    });
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
