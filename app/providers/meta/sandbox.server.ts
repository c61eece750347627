import path from "node:path";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";
import { type Host, hostAt, joinOrStart } from "../simulated/join.server.ts";

/** The host of the Graph API: the configured one, Meta's, or in the sandbox a simulator. */
export async function findGraphHost(config: Config, log: Logger): Promise<Host> {
  const { meta } = config;
  if (meta.graphApiUrl || !meta.simulated) return hostAt(meta.graphApiUrl ?? "https://graph.facebook.com");
  const port = meta.simulatorPort;
  return joinOrStart({ service: "graph", port, log }, async (warn) => {
    const { startGraphSimulator } = await import("#simulators/meta/server.ts");
    return startGraphSimulator({
      port,
      stateDir: path.join(config.dataDir, "simulator"),
      appId: meta.appId,
      appSecret: meta.appSecret,
      configId: meta.configId,
      verifyToken: meta.webhookVerifyToken,
      webhookUrl: sandboxWebhookUrl(config),
      log: warn,
    });
  });
}

/** Where the simulator reaches the API: this process directly, or the one with the role. */
export function sandboxWebhookUrl(config: Config): string {
  const api = config.roles.has("api")
    ? `http://127.0.0.1:${config.port}`
    : (config.apiBaseUrl ?? config.appUrl);
  return `${api}/api/hooks/meta`;
}
