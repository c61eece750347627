import type { Config } from "#app/platform/config/config.server.ts";
import type { OAuthVendor } from "#app/platform/config/integrationsConfig.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { type Host, joinOrStart } from "../simulated/join.server.ts";

/** The options of the simulator, so that both sides agree on secrets and addresses. */
export function vendorOptions({ integrations, appUrl }: Config) {
  const secrets = Object.fromEntries(
    Object.entries(integrations.apps).map(([vendor, app]) => [vendor, app.signingSecret]),
  ) as Record<OAuthVendor, string>;
  return { port: integrations.simulatorPort, secrets, hooksUrl: `${appUrl}/api/hooks/integrations` };
}

/** The simulators of connected services, in the sandbox. */
export async function startVendorsIfWanted(config: Config, log: Logger): Promise<Host | undefined> {
  const { simulated, simulatorPort: port } = config.integrations;
  if (!simulated) return undefined;
  return joinOrStart({ service: "vendors", port, log }, async (warn) => {
    const { startVendorsSimulator } = await import("#simulators/vendors/server.ts");
    return startVendorsSimulator({ ...vendorOptions(config), log: warn });
  });
}
