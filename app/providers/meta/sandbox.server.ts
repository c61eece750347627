import path from "node:path";
import { request } from "undici";
import type { Config } from "#app/platform/config/config.server.ts";
import type { Logger } from "#app/platform/run/logger.server.ts";

/** This process's Graph API, and how to close it. */
export interface GraphHost {
  url: string;
  close(): Promise<void>;
}

const nothingToClose = async () => {};

/**
 * The host of the Graph API: the configured one, Meta's, or in the sandbox a simulator. The simulator runs in
 * this process unless one already runs on its port (a second process, or `npm run simulators`), which is
 * joined.
 */
export async function findGraphHost(config: Config, log: Logger): Promise<GraphHost> {
  const { meta } = config;
  if (meta.graphApiUrl) return { url: meta.graphApiUrl, close: nothingToClose };
  if (!meta.simulated) return { url: "https://graph.facebook.com", close: nothingToClose };
  const address = `http://127.0.0.1:${meta.simulatorPort}`;
  if (await answersAsSimulator(address)) return join(address, log);
  try {
    const { startGraphSimulator } = await import("#simulators/meta/server.ts");
    const simulator = await startGraphSimulator({
      port: meta.simulatorPort,
      stateDir: path.join(config.dataDir, "simulator"),
      appId: meta.appId,
      appSecret: meta.appSecret,
      configId: meta.configId,
      verifyToken: meta.webhookVerifyToken,
      webhookUrl: sandboxWebhookUrl(config),
      log: (event, detail) => log.warn(detail, event),
    });
    log.info({ url: simulator.url }, "Graph simulator started");
    return { url: simulator.url, close: () => simulator.close() };
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === "EADDRINUSE";
    if (isTaken && (await answersAsSimulator(address))) return join(address, log);
    throw error;
  }
}

function join(url: string, log: Logger): GraphHost {
  log.info({ url }, "Graph simulator of another process joined");
  return { url, close: nothingToClose };
}

/** Where the simulator reaches the API: this process directly, or the one with the role. */
export function sandboxWebhookUrl(config: Config): string {
  const api = config.roles.has("api")
    ? `http://127.0.0.1:${config.port}`
    : (config.apiBaseUrl ?? config.appUrl);
  return `${api}/api/hooks/meta`;
}

async function answersAsSimulator(url: string): Promise<boolean> {
  try {
    const answer = await request(`${url}/_sim/health`, { headersTimeout: 1000, bodyTimeout: 1000 });
    const body = (await answer.body.json()) as { ok?: boolean };
    return answer.statusCode === 200 && body.ok === true;
  } catch {
    return false;
  }
}
