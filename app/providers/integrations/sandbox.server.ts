import { request } from "undici";
import type { Config } from "#app/platform/config/config.server.ts";
import type { OAuthVendor } from "#app/platform/config/integrationsConfig.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

const nothingToClose = { close: async () => {} };

/** The options of the simulator, so that both sides agree on secrets and addresses. */
export function vendorOptions({ integrations, appUrl }: Config) {
  const secrets = Object.fromEntries(
    Object.entries(integrations.apps).map(([vendor, app]) => [vendor, app.signingSecret]),
  ) as Record<OAuthVendor, string>;
  return { port: integrations.simulatorPort, secrets, hooksUrl: `${appUrl}/api/hooks/integrations` };
}

/**
 * The simulators of connected services in this process, in the sandbox, unless they already run on their
 * port.
 */
export async function startVendorsIfWanted(config: Config, log: Logger): Promise<{ close(): Promise<void> }> {
  const { simulated, simulatorPort } = config.integrations;
  const address = `http://127.0.0.1:${simulatorPort}`;
  if (!simulated || (await answersAsSimulator(address))) return nothingToClose;
  try {
    const { startVendorsSimulator } = await import("#simulators/vendors/server.ts");
    const simulator = await startVendorsSimulator({
      ...vendorOptions(config),
      log: (event, detail) => log.warn(detail, event),
    });
    log.info({ url: simulator.url }, "Simulators of connected services started");
    return simulator;
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (!isTaken) throw error;
    log.warn({ address }, "Simulators of connected services not started: their port is taken");
    return nothingToClose;
  }
}

async function answersAsSimulator(url: string): Promise<boolean> {
  try {
    const answer = await request(`${url}/_sim/health`, { headersTimeout: 1000, bodyTimeout: 1000 });
    const body = (await answer.body.json()) as { service?: string };
    return answer.statusCode === 200 && body.service === "vendors";
  } catch {
    return false;
  }
}
